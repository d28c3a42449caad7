import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import type { TestApp, TestPerson } from './app';

/** From Connaught Place to India Gate. */
export const aRoute = {
  pickup_location: 'Connaught Place',
  pickup_lat: 28.6315,
  pickup_lng: 77.2167,
  drop_location: 'India Gate',
  drop_lat: 28.6129,
  drop_lng: 77.2295,
};

export type MarketApp = Pick<TestApp, 'request'>;

/** Removes the shape from a single read, because lists, pushes and watches do not contain it. */
function withoutShape<Row extends { shape?: string | null | undefined }>({
  shape: _shape,
  ...row
}: Row): Omit<Row, 'shape'> {
  return row;
}

/** The steps of a ride over the API, as a preparation for tests; each throws when it is refused. */
export function market(app: MarketApp) {
  async function done<T>(method: string, path: string, call: { token: string; body?: unknown }): Promise<T> {
    const answer = await app.request<T>(method, path, call);
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  const steps = {
    ride: (customer: TestPerson, more: Record<string, unknown> = {}) =>
      done<RideRequest>('POST', '/rides/request', { token: customer.token, body: { ...aRoute, ...more } }),
    quote: (driver: TestPerson, ride: { id: string }, price = 240.5) =>
      done<Quote>('POST', '/quotes/create', { token: driver.token, body: { ride_request_id: ride.id, price } }),
    book: (customer: TestPerson, quote: { id: string }, more: Record<string, unknown> = {}) =>
      done<Booking>('POST', '/bookings/create', {
        token: customer.token,
        body: { quote_id: quote.id, payment_method: 'cash', ...more },
      }),
    /** Asks for this price (rupees) on a quote. */
    counter: (customer: TestPerson, quote: { id: string }, price: number) =>
      done<Quote>('POST', `/quotes/${quote.id}/counter`, { token: customer.token, body: { price } }),
    step: (driver: TestPerson, booking: { id: string }, status: string) =>
      done<Booking>('PUT', `/bookings/${booking.id}/status?status=${status}`, { token: driver.token }),
    cancel: (party: TestPerson, booking: { id: string }, reason = 'Change of plans') =>
      done<Booking>('PUT', `/bookings/${booking.id}/cancel`, { token: party.token, body: { reason } }),
    /** Confirms the payment of this booking as this person. */
    confirm: (person: TestPerson, booking: { id: string }) =>
      done<Booking>('POST', `/bookings/${booking.id}/payment/confirm`, { token: person.token }),
    readRide: async (person: TestPerson, id: string) =>
      withoutShape(await done<RideRequest>('GET', `/rides/request/${id}`, { token: person.token })),
    readBooking: async (person: TestPerson, id: string) =>
      withoutShape(await done<Booking>('GET', `/bookings/${id}`, { token: person.token })),
    quotesOn: (person: TestPerson, ride: { id: string }) =>
      done<Quote[]>('GET', `/quotes/ride/${ride.id}`, { token: person.token }),
  };
  return {
    ...steps,
    /** A new request of the customer, quoted by the driver and booked. */
    async booked(
      customer: TestPerson,
      driver: TestPerson,
      more: { price?: number; ride?: object; book?: object } = {},
    ) {
      const ride = await steps.ride(customer, { ...more.ride });
      const quote = await steps.quote(driver, ride, more.price);
      return steps.book(customer, quote, { ...more.book });
    },
    /** Takes a pending booking through all steps up to this one. */
    async drive(driver: TestPerson, booking: Booking, upTo: 'accepted' | 'in_progress' | 'completed') {
      const path = ['accepted', 'in_progress', 'completed'];
      let now = booking;
      for (const status of path.slice(0, path.indexOf(upTo) + 1)) now = await steps.step(driver, booking, status);
      return now;
    },
  };
}
