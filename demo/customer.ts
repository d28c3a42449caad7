import { cancelBooking, createBooking, markPaid } from '@boli/shared/bookings/bookings.endpoints';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isLive } from '@boli/shared/bookings/bookings.state';
import { createRating } from '@boli/shared/ratings/ratings.endpoints';
import { listQuotes } from '@boli/shared/rides/quotes.endpoints';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { cancelRide, createRide } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { CallFailed } from './api';
import { guarded } from './guarded';
import { expectBooking } from './link';
import { pause } from './pause';
import type { Person, Simulation } from './stage';
import { ownPrice, requestOf } from './town';

const MOST_SECONDS_TO_BEGIN = 30;
/** The probability of each of these actions, every time that the customer could take it. */
const CANCELS_REQUEST = 0.05;
const CANCELS_BOOKING = 0.05;
const RATES = 0.8;
const NAMES_PRICE = 0.3;
/** The maximum number of quotes that a customer tries to book on one request. */
const TRIES = 4;
/** Seconds between two checks by a waiting person. */
const CHECK_EVERY = 0.1;
const methods = ['cash', 'cash', 'phonepe', 'google_pay', 'paytm'] as const;

/**
 * Simulates one customer: requests a ride, chooses the cheapest quote, rides, rates, and repeats that until the end.
 */
export async function liveCustomer(simulation: Simulation, me: Person): Promise<void> {
  measureWhatArrives(simulation, me);
  // Spreads the first requests over time.
  await pause(Math.random() * Math.min(MOST_SECONDS_TO_BEGIN, simulation.options.seconds / 3));
  while (!simulation.isEnding()) {
    await simulation.think();
    if (!simulation.isEnding()) await guarded(simulation.report, () => oneRide(simulation, me));
  }
}

function measureWhatArrives({ report, sentAt }: Simulation, { link }: Person): void {
  const seen = (what: string, key: string) => {
    const sent = sentAt.get(key);
    if (sent === undefined) return;
    sentAt.delete(key);
    report.took(what, performance.now() - sent);
  };
  link.on('quote:created', ({ quote }) => seen('quote to screen', `${quote.ride_request_id}:${quote.driver_id}`));
  link.on('booking:updated', ({ booking }) => seen('status to screen', `${booking.id}:${booking.status}`));
  link.on('booking:location', ({ booking_id, lat }) => {
    report.count('positions seen');
    seen('position to screen', `${booking_id}:${lat}`);
  });
}

async function oneRide(simulation: Simulation, me: Person): Promise<void> {
  const { api, report } = simulation;
  const drivers = [...simulation.watchingDrivers];
  const trip = simulation.nextTrip();
  const body = { ...requestOf(trip), ...(Math.random() < NAMES_PRICE && { asked_price: ownPrice(trip) }) };
  const ride = await api.call(createRide, { token: me.token, body });
  report.count('ride requests');
  simulation.announce({ ...ride, what: 'ride request', to: [me.id, ...drivers] });
  const watched = await me.link.ask('ride:watch', { ride_request_id: ride.id });
  const offers = new Map(('quotes' in watched ? watched.quotes : []).map((quote) => [quote.id, quote]));
  const take = ({ quote }: { quote: Quote }) => {
    if (quote.ride_request_id === ride.id && (offers.get(quote.id)?.version ?? 0) <= quote.version)
      offers.set(quote.id, quote);
  };
  const stop = (['quote:created', 'quote:updated', 'quote:withdrawn'] as const).map((event) => me.link.on(event, take));
  try {
    const booking = await bookOne(simulation, me, { ride, offers });
    if (booking) await rideAlong(simulation, me, booking);
    else await withdrawRequest(simulation, me, ride);
  } finally {
    for (const unsubscribe of stop) unsubscribe();
    await me.link.ask('ride:unwatch', { ride_request_id: ride.id });
  }
}

interface Choice {
  ride: RideRequest;
  offers: Map<string, Quote>;
}

const cheapest = (offers: Map<string, Quote>): Quote | undefined =>
  [...offers.values()].filter((quote) => quote.status === 'active').sort((one, other) => one.price - other.price)[0];

/**
 * Waits for quotes, and books the cheapest. Returns the accepted booking, or null when none was accepted or the customer
 * cancelled.
 */
async function bookOne(simulation: Simulation, me: Person, { ride, offers }: Choice): Promise<Booking | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await waitForQuote(simulation, offers);
    if (simulation.isEnding() || Math.random() < CANCELS_REQUEST) return null;
    const quote = cheapest(offers);
    if (!quote) return null;
    const booking = await book(simulation, me, quote);
    if (!booking) {
      // The quote was withdrawn or became more expensive meanwhile: reads all quotes again, as the screen does.
      for (const fresh of await simulation.api.call(listQuotes, { token: me.token, params: { id: ride.id } }))
        offers.set(fresh.id, fresh);
      continue;
    }
    const answered = await waitForAnswer(simulation, me, booking);
    if (answered) return answered;
  }
  return null;
}

async function waitForQuote(simulation: Simulation, offers: Map<string, Quote>): Promise<void> {
  const maxWaitSeconds = Math.max(10, simulation.options.thinkSeconds * 8);
  for (let waited = 0; waited < maxWaitSeconds && !cheapest(offers) && !simulation.isEnding(); waited += CHECK_EVERY)
    await pause(CHECK_EVERY);
  await simulation.think();
}

async function book({ api, report, announce }: Simulation, me: Person, quote: Quote): Promise<Booking | null> {
  const method = methods[Math.floor(Math.random() * methods.length)] ?? 'cash';
  try {
    const body = { quote_id: quote.id, payment_method: method, final_price: quote.price };
    const booking = await api.call(createBooking, { token: me.token, body });
    report.count('bookings');
    announce({ ...booking, what: 'booking', to: [booking.customer_id, booking.driver_id] });
    await expectBooking(me.link, { ...booking, who: 'customer' }, report);
    return booking;
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 409) throw error;
    report.count('bookings refused');
    return null;
  }
}

/** Returns the booking once it is accepted; null when it was rejected, or cancelled because nobody answered. */
async function waitForAnswer(simulation: Simulation, me: Person, booking: Booking): Promise<Booking | null> {
  const maxWaitMs = (simulation.options.rideSeconds + simulation.options.thinkSeconds * 10) * 1_000;
  const answered = await me.link.until(booking.id, ({ status }) => status !== 'pending', maxWaitMs);
  if (answered?.status === 'rejected' || answered?.status === 'cancelled') return null;
  if (answered) return answered;
  return (await callOff(simulation, me, booking)) ? null : (me.link.booking(booking.id) ?? null);
}

/** Cancels the booking; returns false when the driver's next step came first. */
async function callOff({ api, report, announce }: Simulation, me: Person, booking: Booking): Promise<boolean> {
  try {
    const body = { reason: 'Change of plans' };
    const cancelled = await api.call(cancelBooking, { token: me.token, params: { id: booking.id }, body });
    report.count('cancelled by customers');
    announce({ ...cancelled, what: 'booking', to: [cancelled.customer_id, cancelled.driver_id] });
    await expectBooking(me.link, { ...cancelled, who: 'customer' }, report);
    return true;
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 409) throw error;
    return false;
  }
}

async function rideAlong(simulation: Simulation, me: Person, booking: Booking): Promise<void> {
  await me.link.ask('booking:watch', { booking_id: booking.id });
  if (Math.random() < CANCELS_BOOKING) {
    await simulation.think();
    await callOff(simulation, me, booking);
  }
  const longest = 120_000 + (simulation.options.rideSeconds + simulation.options.thinkSeconds * 20) * 1_000;
  const ended = await me.link.until(
    booking.id,
    ({ status }) => !isLive(status),
    Math.max(longest, simulation.options.seconds * 1_000),
  );
  if (!ended) {
    simulation.report.error('a ride never came to its end');
    return;
  }
  await me.link.ask('booking:unwatch', { booking_id: booking.id });
  if (ended.status === 'completed') await payAndRate(simulation, me, ended);
}

async function payAndRate(simulation: Simulation, me: Person, booking: Booking): Promise<void> {
  const { api, report } = simulation;
  const { token } = me;
  if (booking.payment_status === 'pending') {
    const paid = await api.call(markPaid, {
      token,
      params: { id: booking.id },
      body: { payment_status: 'completed' },
    });
    simulation.announce({ ...paid, what: 'booking', to: [paid.customer_id, paid.driver_id] });
    report.count('paid by UPI');
  }
  if (Math.random() > RATES) return;
  const rating = Math.random() < 0.8 ? 5 : 4;
  await api.call(createRating, { token, body: { booking_id: booking.id, rating, review: 'A good ride' } });
  report.count('ratings');
}

async function withdrawRequest({ api, report, announce }: Simulation, me: Person, ride: RideRequest): Promise<void> {
  try {
    const cancelled = await api.call(cancelRide, { token: me.token, params: { id: ride.id } });
    announce({ ...cancelled, what: 'ride request', to: [me.id] });
    report.count('requests cancelled');
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 409) throw error;
  }
}
