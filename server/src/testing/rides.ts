import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Quote } from '@boli/shared/quotes/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import type { TestApp, TestPerson } from './app';

const route = {
  pickup_location: 'Connaught Place',
  pickup_lat: 28.6315,
  pickup_lng: 77.2167,
  drop_location: 'India Gate',
  drop_lat: 28.6129,
  drop_lng: 77.2295,
};

async function made<T>(
  app: TestApp,
  call: { method: string; path: string; token: string; body?: unknown },
): Promise<T> {
  const { method, path, ...options } = call;
  const answer = await app.request<T>(method, path, options);
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A ride request of this customer, posted over the API. */
export function postRide(app: TestApp, customer: TestPerson, more: object = {}): Promise<RideRequest> {
  return made(app, { method: 'POST', path: '/rides/request', token: customer.token, body: { ...route, ...more } });
}

/** An offer of this driver, in rupees. */
export function offer(app: TestApp, driver: TestPerson, offered: { ride: RideRequest; price: number }): Promise<Quote> {
  const body = { ride_request_id: offered.ride.id, price: offered.price };
  return made(app, { method: 'POST', path: '/quotes/create', token: driver.token, body });
}

/** A booking of this quote. */
export function book(app: TestApp, customer: TestPerson, quote: Quote, method = 'cash'): Promise<Booking> {
  const body = { quote_id: quote.id, payment_method: method };
  return made(app, { method: 'POST', path: '/bookings/create', token: customer.token, body });
}

/** The driver's next step of a booking. */
export function step(app: TestApp, driver: TestPerson, booking: Booking, status: string): Promise<Booking> {
  return made(app, { method: 'PUT', path: `/bookings/${booking.id}/status?status=${status}`, token: driver.token });
}

export function cancel(app: TestApp, person: TestPerson, booking: Booking): Promise<Booking> {
  const body = { reason: 'Change of plans' };
  return made(app, { method: 'PUT', path: `/bookings/${booking.id}/cancel`, token: person.token, body });
}
