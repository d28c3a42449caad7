import type { RatingInput } from '@boli/shared/ratings/ratings.schema';
import type { z } from 'zod';
import type { BookingDocument } from '../bookings/bookings.model';
import { partyOf } from '../bookings/bookings.policy';
import { changeBooking } from '../bookings/bookings.steps';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict } from '../core/errors';
import { domainEvents } from '../domain-events';
import { profiles } from '../drivers/drivers.repository';
import { noSums } from '../sums/sums';
import { readSums } from '../sums/sums.service';
import { figuresIn } from './figures';
import { type DriverFigures, ratings } from './ratings.repository';

/**
 * Rates a completed ride for its customer, once; repeating the operation changes nothing. Throws 404 for a booking of
 * others, 409 when the ride is not completed or was rated by another operation.
 */
export async function rate(
  actor: Actor,
  input: z.output<typeof RatingInput>,
  operationId: string,
): Promise<BookingDocument> {
  return changeBooking(input.booking_id, (booking) => {
    partyOf(actor, booking);
    if (booking.status !== 'completed') throw new Conflict('ratings.not_completed');
    if (booking.rating !== null) {
      if (booking.rated_by_operation === operationId) return null;
      throw new Conflict('ratings.already');
    }
    return {
      rating: input.rating,
      review: input.review,
      rated_at: clock.now(),
      rated_by_operation: operationId,
    };
  });
}

/** Stores the average rating and the counts of a completed booking's driver on the profile. */
export async function countDriverFigures(booking: BookingDocument): Promise<void> {
  if (booking.status === 'completed') await countAnew(booking.driver_id);
}

const MAX_TRIES = 5;

/**
 * Stores a driver's average rating and counts on the profile. They are read as totals (`figuresOf`), never incremented,
 * so that a repeat does no harm.
 */
async function countAnew(driverId: string): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const profile = await profiles.setFigures(driverId, await figuresOf(driverId));
    if (profile) {
      domainEvents.emit('driver.changed', { profile });
      return;
    }
    // A newer count was stored meanwhile: the figures are read again.
  }
}

/** A driver's figures, from the kept sums; while the sums are being built, from all bookings. */
async function figuresOf(driverId: string): Promise<DriverFigures> {
  const kept = await readSums([{ series: 'fares', owner: driverId, period: 'all' }]);
  if (!kept) return ratings.figuresOf(driverId);
  return figuresIn(kept[0] ?? noSums);
}
