import { DEFAULT_HOLD_MIN, holdMinutes } from '@boli/shared/rides/quotes.state';
import { z } from 'zod';
import { create } from 'zustand';

const KEY = 'boli-preferences';

const Preferences = z.object({
  /** Plain buttons instead of sliders. */
  plainButtons: z.boolean().default(false),
  requestSound: z.boolean().default(false),
  requestVibration: z.boolean().default(false),
  /** A customer's device plays a sound and vibrates for a new quote. */
  quoteSound: z.boolean().default(false),
  /** The screen stays on while the driver is online. */
  keepAwake: z.boolean().default(false),
  /** A tap on a suggested price sends the quote without the dialog. */
  oneTapQuote: z.boolean().default(false),
  /** For how many minutes a quote can be chosen: the last choice of the driver. */
  holdMin: z.literal(holdMinutes).default(DEFAULT_HOLD_MIN),
  /** The same for scheduled rides; null: until the ride. */
  scheduledHoldMin: z.literal(holdMinutes).nullable().default(null),
});
export type Preferences = z.infer<typeof Preferences>;

/** The preferences that are switched on or off. */
export type SwitchName = {
  [K in keyof Preferences]: Preferences[K] extends boolean ? K : never;
}[keyof Preferences];

const none = Preferences.parse({});

/** What this device has stored; the defaults if that is missing or has another shape. */
function readPreferences(): Preferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return Preferences.catch(none).parse(stored);
  } catch {
    return none;
  }
}

/** The choices of the person at this device; they stay when somebody else signs in. */
export const usePreferences = create<Preferences>(readPreferences);

/** Changes and stores one or more preferences. */
export function setPreferences(change: Partial<Preferences>): void {
  usePreferences.setState(change);
  try {
    localStorage.setItem(KEY, JSON.stringify(usePreferences.getState()));
  } catch {
    // Without storage the preferences last until a reload.
  }
}
