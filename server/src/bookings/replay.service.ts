import type { Replay, ReplayEvent } from '@boli/shared/bookings/replay.schema';
import { MAX_REPLAY_POINTS } from '@boli/shared/bookings/replay.schema';
import type { Actor } from '../core/actor';
import { Conflict } from '../core/errors';
import { shapeFrom } from '../rides/roads';
import { within } from '../tracking/drive';
import { recordedTrail } from '../tracking/positions';
import { evenly, plausible } from '../tracking/trip';
import type { BookingDocument } from './bookings.model';
import { presentDriven } from './bookings.presenter';
import { read } from './bookings.service';
import { drivenRides } from './driven.repository';
import { periodOf } from './driven.service';

/**
 * Returns the recorded positions of a ride that has ended, for its parties and admins. Positions from before its start
 * or after its end are left out, because they would show where the driver came from. Throws 404 for others, and 409
 * before the end and for a booking that ended without a ride.
 */
export async function replayOf(actor: Actor, bookingId: string): Promise<Replay> {
  const booking = await read(actor, bookingId);
  const period = periodOf(booking);
  if (!period) throw new Conflict('replay.not_ended');
  const secondsAt = (at: number) => (at - period.from.getTime()) / 1_000;
  const [trail, line, planned] = await Promise.all([
    recordedTrail(bookingId),
    drivenRides.lineOf(bookingId),
    shapeFrom(booking.ride_request_id, booking),
  ]);
  const points = evenly(plausible(within(trail, period)), MAX_REPLAY_POINTS);
  return {
    started_at: period.from.toISOString(),
    duration_s: secondsAt(period.to.getTime()),
    pickup: { lat: booking.pickup_lat, lng: booking.pickup_lng },
    drop: { lat: booking.drop_lat, lng: booking.drop_lng },
    planned,
    points: points.map(([lat, lng, at]) => ({ lat, lng, at_s: secondsAt(at) })),
    lines: booking.driven?.source === 'matched' ? (line?.lines ?? []) : [],
    driven: presentDriven(booking),
    events: eventsOf(booking, secondsAt),
  };
}

function eventsOf(booking: BookingDocument, secondsAt: (at: number) => number): ReplayEvent[] {
  const { accepted_at, started_at, completed_at, cancelled_at, cancelled_by, driver_name, customer_name } = booking;
  const event = (kind: ReplayEvent['kind'], at: Date | null, by: ReplayEvent['by']): ReplayEvent[] => {
    const names = { driver: driver_name, customer: customer_name, system: null };
    return at ? [{ kind, at: at.toISOString(), at_s: secondsAt(at.getTime()), by, name: names[by] }] : [];
  };
  return [
    ...event('accepted', accepted_at, 'driver'),
    ...event('started', started_at, 'driver'),
    ...event('completed', completed_at, 'driver'),
    ...event('cancelled', cancelled_at, cancelled_by ?? 'system'),
  ];
}
