import { cancelBooking, stepBooking } from '@boli/shared/bookings/bookings.endpoints';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isLive } from '@boli/shared/bookings/bookings.state';
import { createQuote } from '@boli/shared/rides/quotes.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { CallFailed } from './api';
import { guarded } from './guarded';
import { applyRide } from './held';
import { expectBooking } from './link';
import { pause } from './pause';
import type { Person, Simulation } from './stage';
import { farePrice } from './town';
import { positionAt, type TrackPoint } from './track';

/** The share of drivers who quote on a request, and about how many do so at most in a large town. */
const QUOTES = 0.6;
const MOST_QUOTES = 12;
/** The probability of each of these actions, every time that the driver could take it. */
const LOWERS_QUOTE = 0.2;
const ACCEPTS_ASKED = 0.4;
const REJECTS = 0.1;
const CANCELS = 0.03;
const SECONDS_TO_PICKUP = 3;
/** Seconds between two checks by a driver without a booking. */
const CHECK_EVERY = 0.1;

/** Simulates one driver: quotes on requests and takes one booking after the other, until the simulation is over. */
export async function liveDriver(simulation: Simulation, me: Person): Promise<void> {
  const waiting: Booking[] = [];
  const quotes = Math.min(QUOTES, MOST_QUOTES / simulation.options.drivers);
  const quoting: Promise<void>[] = [];
  const consider = (ride: RideRequest) => {
    if (ride.status === 'open' && !simulation.isEnding() && Math.random() < quotes)
      quoting.push(quoteOn(simulation, me, ride));
  };
  me.link.on('ride:created', ({ ride_request }) => consider(ride_request));
  me.link.on('booking:created', ({ booking }) => waiting.push(booking));
  const { ride_requests: open } = await me.link.ask('rides:watch', {});
  for (const ride of open) applyRide(me.link.held, ride);
  simulation.watchingDrivers.push(me.id);
  // A reused store has requests of other days: the driver quotes on the newest.
  for (const ride of open.slice(0, simulation.options.customers)) consider(ride);
  while (!simulation.isOver() || waiting.length > 0) {
    const booking = waiting.shift();
    if (booking) await guarded(simulation.report, () => serve(simulation, me, booking));
    else await pause(CHECK_EVERY);
  }
  await Promise.all(quoting);
}

async function quoteOn(simulation: Simulation, me: Person, ride: RideRequest): Promise<void> {
  await simulation.think();
  const asked = Math.random() < ACCEPTS_ASKED ? ride.asked_price : null;
  const price = asked ?? farePrice(ride, 0.8 + Math.random() * 0.5);
  await offer(simulation, me, { ride, price });
  if (Math.random() > LOWERS_QUOTE) return;
  await simulation.think();
  await offer(simulation, me, { ride, price: Math.max(1, price - 5) });
}

async function offer(
  { api, report, sentAt, announce }: Simulation,
  me: Person,
  { ride, price }: { ride: RideRequest; price: number },
): Promise<void> {
  const key = `${ride.id}:${me.id}`;
  if (!sentAt.has(key)) sentAt.set(key, performance.now());
  try {
    const quote = await api.call(createQuote, { token: me.token, body: { ride_request_id: ride.id, price } });
    announce({ ...quote, what: 'quote', to: [ride.customer_id, me.id] });
    report.count('quotes');
  } catch (error) {
    sentAt.delete(key);
    if (!(error instanceof CallFailed)) throw error;
    // A 409: the request is no longer open, for example because it was booked or cancelled. Failures of the server are
    // reported when the call is made.
    if (error.status === 409) report.count('quotes too late');
    else if (error.status > 0 && error.status < 500) report.error(error.message);
  }
}

/**
 * Serves a booking from the driver's answer to the end of the ride. A 409 means that a step was refused, mostly because
 * the customer was faster. After any failure the booking is cancelled, unless it has ended.
 */
async function serve(simulation: Simulation, me: Person, booking: Booking): Promise<void> {
  try {
    await simulation.think();
    if (Math.random() < REJECTS) {
      await step(simulation, me, { booking, status: 'rejected' });
      return;
    }
    await step(simulation, me, { booking, status: 'accepted' });
    if (Math.random() < CANCELS) {
      await cancel(simulation, me, booking);
      return;
    }
    await drive(simulation, me, {
      booking,
      path: await approach(simulation, me, booking),
      seconds: Math.min(SECONDS_TO_PICKUP, simulation.options.rideSeconds),
    });
    await step(simulation, me, { booking, status: 'in_progress' });
    await drive(simulation, me, await rideOf(simulation, me, booking));
    await step(simulation, me, { booking, status: 'completed' });
  } catch (error) {
    await cancelUnlessEnded(simulation, me, booking);
    if (!(error instanceof CallFailed) || error.status !== 409) throw error;
    simulation.report.count('steps too late');
  }
}

/**
 * Cancels a booking that a failed call has left live, for example when the start is refused because the customer is on
 * another ride.
 */
async function cancelUnlessEnded(simulation: Simulation, me: Person, { id }: Booking): Promise<void> {
  const booking = me.link.booking(id);
  if (booking && isLive(booking.status)) await cancel(simulation, me, booking).catch(() => undefined);
}

type NextStatus = 'accepted' | 'rejected' | 'in_progress' | 'completed';

async function step(
  { api, report, sentAt, announce }: Simulation,
  me: Person,
  { booking, status }: { booking: Booking; status: NextStatus },
): Promise<void> {
  sentAt.set(`${booking.id}:${status}`, performance.now());
  const stepped = await api.call(stepBooking, { token: me.token, params: { id: booking.id }, query: { status } });
  announce({ ...stepped, what: 'booking', to: [stepped.customer_id, me.id] });
  report.count(status === 'in_progress' ? 'rides started' : `rides ${status}`);
  await expectBooking(me.link, { ...stepped, who: 'driver' }, report);
}

async function cancel({ api, report, announce }: Simulation, me: Person, booking: Booking): Promise<void> {
  const body = { reason: 'Vehicle issue' };
  const cancelled = await api.call(cancelBooking, { token: me.token, params: { id: booking.id }, body });
  announce({ ...cancelled, what: 'booking', to: [cancelled.customer_id, me.id] });
  report.count('cancelled by drivers');
  await expectBooking(me.link, { ...cancelled, who: 'driver' }, report);
}

interface Drive {
  booking: Booking;
  path: readonly TrackPoint[];
  /** The duration of the whole path, in seconds of the simulation. */
  seconds: number;
}

/** Sends one position per second while driving along the path; ends early when the booking or the simulation does. */
async function drive(
  { report, sentAt, isEnding }: Simulation,
  me: Person,
  { booking, path, seconds }: Drive,
): Promise<void> {
  const length = path.at(-1)?.at ?? 0;
  const began = performance.now();
  for (let done = 0; done < 1 && !isEnding(); done = (performance.now() - began) / (seconds * 1_000)) {
    const now = me.link.booking(booking.id);
    if (now && !isLive(now.status)) return;
    const { lat, lng } = positionAt(path, done * length);
    sentAt.set(`${booking.id}:${lat}`, performance.now());
    // The position has no `recorded_at`: with it, the server would apply its rule against jumps, and simulated cars
    // drive faster than that rule allows.
    me.link.position({ booking_id: booking.id, lat, lng });
    report.count('positions sent');
    await pause(Math.min(1, seconds));
  }
}

/** The path to the pickup, from a random point up to about a kilometre away in each direction. */
function approach(
  { findWay }: Simulation,
  me: Person,
  { pickup_lat: lat, pickup_lng: lng }: Booking,
): Promise<readonly TrackPoint[]> {
  const off = () => (Math.random() - 0.5) / 50;
  return findWay(me.token, { lat: lat + off(), lng: lng + off() }, { lat, lng });
}

/**
 * The recorded track with its own duration or, without a track, the way from the pickup to the drop with about
 * `options.rideSeconds`; the duration is divided by `options.speed`.
 */
async function rideOf({ options, findWay }: Simulation, me: Person, booking: Booking): Promise<Drive> {
  if (options.track) return { booking, path: options.track, seconds: (options.track.at(-1)?.at ?? 1) / options.speed };
  const path = await findWay(
    me.token,
    { lat: booking.pickup_lat, lng: booking.pickup_lng },
    { lat: booking.drop_lat, lng: booking.drop_lng },
  );
  return { booking, path, seconds: (options.rideSeconds * (0.7 + Math.random() * 0.6)) / options.speed };
}
