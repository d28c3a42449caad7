import type { Jurisdiction } from '@boli/shared/jurisdictions/jurisdictions.schema';
import type { DutyDocument } from './duty.model';

type Limit = NonNullable<Jurisdiction['working_hours']>;

const HOUR_MS = 3_600_000;
/** The time (ms) since the driver was last seen counts as work up to this length; a longer gap is time off duty. */
export const LONGEST_GAP_MS = 120_000;

/**
 * The duty of a driver who is seen online or in a ride at this time. After the rest that the law requires, it begins at
 * zero.
 */
export function dutyAfter(read: DutyDocument, { rest_hours }: Limit, now: Date): DutyDocument {
  const gap = Math.max(0, now.getTime() - read.last_at.getTime());
  const before = gap >= rest_hours * HOUR_MS ? 0 : read.worked_ms;
  return { ...read, worked_ms: before + (gap <= LONGEST_GAP_MS ? gap : 0), last_at: now };
}

/** When a driver who has reached the limit may work again; null for a driver who may work now. */
export function restUntil(duty: DutyDocument | null, { max_hours, rest_hours }: Limit, now: Date): Date | null {
  if (!duty || duty.worked_ms < max_hours * HOUR_MS) return null;
  const until = new Date(duty.last_at.getTime() + rest_hours * HOUR_MS);
  return until > now ? until : null;
}
