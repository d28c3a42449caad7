import { type NotificationKind, notificationKinds } from '@boli/shared/notifications/notifications.schema';
import { type PushSubscription as Choice, QuietHours } from '@boli/shared/push/push.schema';
import { RadiusKm } from '@boli/shared/rides/rides.schema';
import { z } from 'zod';

const CHOICE_KEY = 'push_choice';

/** What this device is notified of, whether or not notifications are on. */
export type PushChoice = Pick<Choice, 'muted' | 'quiet' | 'near_km'>;

export const everything: PushChoice = { muted: [], quiet: null, near_km: null };

const isKind = (kind: unknown): kind is NotificationKind => notificationKinds.some((known) => known === kind);
/** Another version of the app may have stored the choice: kinds that this version does not know are left out. */
const StoredChoice = z.object({
  /** The id of the person who chose. */
  owner: z.string(),
  muted: z
    .array(z.unknown())
    .catch([])
    .transform((kinds) => kinds.filter(isKind)),
  quiet: QuietHours.nullable().catch(null),
  near_km: RadiusKm.nullable().catch(null),
  /** Whether the person has turned notifications on; older versions of the app did not store it. */
  is_on: z.boolean().optional().catch(undefined),
});

function readStored(owner: string | undefined): z.infer<typeof StoredChoice> | null {
  try {
    const stored = StoredChoice.parse(JSON.parse(localStorage.getItem(CHOICE_KEY) ?? 'null'));
    return stored.owner === owner ? stored : null;
  } catch {
    return null;
  }
}

/** What this person has chosen on this device; null if nothing is stored, or only the choice of somebody else. */
export function readChoice(owner: string | undefined): PushChoice | null {
  const stored = readStored(owner);
  return stored && { muted: stored.muted, quiet: stored.quiet, near_km: stored.near_km };
}

/** Whether this person has turned notifications on here; undefined if that is not stored. */
export function isTurnedOn(owner: string): boolean | undefined {
  return readStored(owner)?.is_on;
}

/** Stores what this person has chosen, and whether notifications are on. */
export function writeChoice(owner: string, { muted, quiet, near_km }: PushChoice, isOn: boolean): void {
  try {
    localStorage.setItem(CHOICE_KEY, JSON.stringify({ owner, muted, quiet, near_km, is_on: isOn }));
  } catch {
    // Without storage the choice lasts until the next load.
  }
}

/** Removes the stored choice. */
export function forgetChoice(): void {
  try {
    localStorage.removeItem(CHOICE_KEY);
  } catch {
    // Without storage there is none.
  }
}

/** The muted kinds with `kinds` added (`off`) or removed. */
export function withMuted(
  muted: readonly NotificationKind[],
  kinds: readonly NotificationKind[],
  off: boolean,
): NotificationKind[] {
  const others = muted.filter((kind) => !kinds.includes(kind));
  return off ? [...others, ...kinds] : others;
}
