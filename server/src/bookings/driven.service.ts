import { inGroups } from '../core/batches';
import { clock } from '../core/clock';
import { failpoint } from '../core/failpoint';
import { matchToRoads } from '../geo/matching.service';
import { settings } from '../settings';
import { recordedTrail } from '../tracking/positions';
import { tripOf } from '../tracking/trip';
import type { BookingDocument, StoredDriven } from './bookings.model';
import { bookingReconciler } from './bookings.reconcile';
import { drivenBy, isMatch } from './driven';
import { type DrivenClaim, drivenRides } from './driven.repository';

/** A claim of a stopped process expires after this time; a match takes less. */
const CLAIM_MS = 30_000;
const DAY_MS = 86_400_000;
/** Pauses while the router is away: 10 seconds, 20, 40 and so on, at most ten minutes; about 40 minutes in total. */
const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 600_000;
const MAX_TRIES = 10;
/**
 * Milliseconds from a batch of late positions to the computation of the driven way, so that it includes the next batches
 * of the phone.
 */
const BATCHES_WITHIN_MS = 3_000;
/** After this many claims the driven way is not computed, because processes keep stopping while they compute it. */
const MAX_CLAIMS = 20;
/**
 * The number of rides that are matched concurrently. A match occupies the router for some milliseconds, during which
 * people wait for their routes.
 */
const AT_ONCE = 2;

/** Computes the driven way of the rides for which it is due, whichever process they ended in. */
export async function computeDriven(signal: AbortSignal): Promise<void> {
  const due = await drivenRides.due(clock.now());
  await inGroups(due, AT_ONCE, async ({ _id, driven_due }) => {
    if (signal.aborted || !driven_due) return;
    const claim = await drivenRides.claim(_id, driven_due, new Date(clock.millis() + CLAIM_MS));
    if (claim) await compute(claim, signal);
  });
}

/**
 * Schedules the driven way of a completed ride again, because points were added to its trail. Called after the points
 * are stored, so that the new computation reads them.
 */
export async function scheduleDriven(bookingId: string): Promise<void> {
  await drivenRides.schedule(bookingId, new Date(clock.millis() + BATCHES_WITHIN_MS));
}

/** The start and end of a ride; null if it has not started or has not ended. */
export function periodOf({ started_at, completed_at, cancelled_at }: BookingDocument): { from: Date; to: Date } | null {
  const to = completed_at ?? cancelled_at;
  return started_at && to && { from: started_at, to };
}

async function compute(claim: DrivenClaim, signal: AbortSignal): Promise<void> {
  const { booking } = claim;
  failpoint('driven.claimed');
  const period = (booking.driven_tries ?? 0) > MAX_CLAIMS ? null : periodOf(booking);
  const trip = period && tripOf(await recordedTrail(booking._id), period);
  if (!period || !trip) return finish(claim, { driven: null, next: null });
  const match = await matchToRoads(trip.legs, signal);
  // A stop of this process must not be taken for a router that is away: the claim expires, and another process
  // continues.
  if (signal.aborted) return;
  const driven = drivenBy(trip, match);
  if (isMatch(match) && driven.source === 'matched') {
    const expires_at = new Date(period.to.getTime() + settings().TRACK_RETENTION_DAYS * DAY_MS);
    await drivenRides.keepLine({ _id: booking._id, lines: match.lines, expires_at });
    failpoint('driven.line');
  }
  await finish(claim, { driven, next: match === 'away' ? nextTry(booking) : null });
}

async function finish(claim: DrivenClaim, found: { driven: StoredDriven | null; next: Date | null }): Promise<void> {
  const { _id, driven: before } = claim.booking;
  const driven = found.driven && !isSame(found.driven, before) ? found.driven : null;
  const isDone = await drivenRides.finish(claim, { ...found, driven, now: clock.now() });
  if (isDone && driven) await bookingReconciler.reconcile(_id);
}

function isSame(one: StoredDriven, other: StoredDriven | undefined): boolean {
  return one.meters === other?.meters && one.seconds === other.seconds && one.source === other.source;
}

/** The time of the next request to a router that is away; null after the last attempt. */
function nextTry({ driven_tries = 1 }: BookingDocument): Date | null {
  if (driven_tries >= MAX_TRIES) return null;
  return new Date(clock.millis() + Math.min(FIRST_RETRY_MS * 2 ** (driven_tries - 1), LONGEST_RETRY_MS));
}
