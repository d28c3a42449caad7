import { randomUUID } from 'node:crypto';
import { register } from '@boli/shared/auth/auth.endpoints';
import type { Role, Session } from '@boli/shared/auth/auth.schema';
import { cancelBooking, createBooking, stepBooking } from '@boli/shared/bookings/bookings.endpoints';
import type { Booking, BookingInput } from '@boli/shared/bookings/bookings.schema';
import type { EndpointShape, ReplyOf } from '@boli/shared/core/endpoint';
import { documentNames } from '@boli/shared/drivers/drivers.schema';
import { createQuote } from '@boli/shared/rides/quotes.endpoints';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { createRide } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import type { z } from 'zod';
import { onePixelPng } from './files';
import { endsOf, here } from './where';

/** A signed-in account that was created over REST, to prepare the state before a screen is opened. */
export interface Account {
  token: string;
  user: Session['user'];
  email: string;
}

export const PASSWORD = 'a fine password';

/** Calls the public API for an account. Throws the status and the body of the response if the server refuses. */
export class Api {
  private readonly base: string;

  constructor(url: string) {
    this.base = `${url}/api`;
  }

  async call<E extends EndpointShape>(
    shape: E,
    options: { as?: Account; params?: Record<string, string>; query?: Record<string, string>; body?: unknown } = {},
  ): Promise<ReplyOf<E>> {
    const path = shape.path.replace(/\{(\w+)\}/g, (_whole, name: string) => options.params?.[name] ?? '');
    const query = options.query ? `?${new URLSearchParams(options.query)}` : '';
    const answer = await fetch(`${this.base}${path}${query}`, {
      method: shape.method.toUpperCase(),
      headers: {
        ...(options.as && { Authorization: `Bearer ${options.as.token}` }),
        ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
    if (!answer.ok) throw new Error(`${shape.method} ${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? undefined : await answer.json()) as ReplyOf<E>;
  }

  async person(role: Role, name: string): Promise<Account> {
    const email = `${role}-${randomUUID()}@example.org`;
    const session = await this.call(register, {
      body: { email, password: PASSWORD, name, role, phone: '+91 98765 43210' },
    });
    return { token: session.access_token, user: session.user, email };
  }

  /** Creates a driver with documents, ready to quote. */
  async driver(
    name: string,
    carModel = 'Maruti Suzuki Dzire',
    pictures: Record<string, Uint8Array> = {},
  ): Promise<Account> {
    const driver = await this.person('driver', name);
    const form = new FormData();
    form.set('car_model', carModel);
    form.set('vehicle_number', 'DL 1C AB 1234');
    form.set('experience_years', '7');
    form.set('license_number', 'DL-0420110149646');
    form.set('upi_id', 'driver@upi');
    for (const kind of documentNames) {
      const picture = new Uint8Array(pictures[kind] ?? onePixelPng);
      form.set(kind, new Blob([picture], { type: 'image/png' }), `${kind}.png`);
    }
    const answer = await fetch(`${this.base}/driver/profile`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${driver.token}` },
      body: form,
    });
    if (!answer.ok) throw new Error(`the profile was refused: ${answer.status} ${await answer.text()}`);
    return driver;
  }

  ride(customer: Account, from = 'Connaught Place', to = 'Hauz Khas Village', drop = here.drop): Promise<RideRequest> {
    return this.call(createRide, {
      as: customer,
      body: { pickup_location: from, drop_location: to, ...endsOf(here.pickup, drop) },
    });
  }

  /** A quote that holds for 30 minutes, so that it outlasts the test. */
  quote(driver: Account, ride: Pick<RideRequest, 'id'>, price: number): Promise<Quote> {
    return this.call(createQuote, { as: driver, body: { ride_request_id: ride.id, price, hold_min: 30 } });
  }

  book(
    customer: Account,
    quote: Quote,
    method: z.input<typeof BookingInput>['payment_method'] = 'cash',
  ): Promise<Booking> {
    return this.call(createBooking, { as: customer, body: { quote_id: quote.id, payment_method: method } });
  }

  step(
    driver: Account,
    booking: Booking,
    status: 'accepted' | 'rejected' | 'in_progress' | 'completed',
  ): Promise<Booking> {
    return this.call(stepBooking, { as: driver, params: { id: booking.id }, query: { status } });
  }

  cancel(person: Account, booking: Booking, reason: string): Promise<Booking> {
    return this.call(cancelBooking, { as: person, params: { id: booking.id }, body: { reason } });
  }
}
