import { type NotificationKind, notificationKinds } from '@boli/shared/notifications/notifications.schema';
import { type PushSubscription as Choice, QuietHours } from '@boli/shared/push/push.schema';
import { RadiusKm } from '@boli/shared/rides/rides.schema';
import { z } from 'zod';

const CHOICE_KEY = 'push_choice';

/** What this device is notified of. */
export type PushChoice = Pick<Choice, 'muted' | 'quiet' | 'near_km'>;

export const everything: PushChoice = { muted: [], quiet: null, near_km: null };

const isKind = (kind: unknown): kind is NotificationKind => notificationKinds.some((known) => known === kind);
/** Another version of the app may have stored the choice: kinds that the server does not know are left out. */
const StoredChoice = z.object({
  /** The id of the person who chose. */
  owner: z.string(),
  muted: z
    .array(z.unknown())
    .catch([])
    .transform((kinds) => kinds.filter(isKind)),
  quiet: QuietHours.nullable().catch(null),
  near_km: RadiusKm.nullable().catch(null),
});

/** What this person has chosen on this device; null if nothing is stored, or only the choice of somebody else. */
export function readChoice(owner: string | undefined): PushChoice | null {
  try {
    const { owner: storedFor, ...choice } = StoredChoice.parse(JSON.parse(localStorage.getItem(CHOICE_KEY) ?? 'null'));
    return storedFor === owner ? choice : null;
  } catch {
    return null;
  }
}

/** Stores what this person has chosen. */
export function writeChoice(owner: string, choice: PushChoice): void {
  try {
    localStorage.setItem(CHOICE_KEY, JSON.stringify({ owner, ...choice }));
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
