import type { Receipt } from '@boli/shared/ledger/ledger.schema';
import { describe, expect, test } from '@jest/globals';
import { market } from '../testing/market';
import { settle } from '../testing/realtime';
import { setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver, losing, bare, admin } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver({ vehicle_number: 'dl 1c ab 1234' }),
  losing: () => app.registerDriver({ vehicle_number: 'KA 05 9999' }),
  bare: () => app.registerDriver({ vehicle_number: '' }),
  admin: () => app.register('admin'),
});

const change = (vehicle_number: string, person = driver) =>
  app.request('PUT', '/driver/profile', { token: person.token, body: { vehicle_number } });

describe('the vehicle number', () => {
  test('is in no quote before the booking, and then only in the chosen one, wherever quotes are shown', async () => {
    const socket = await connect(customer);
    const ride = await steps.ride(customer);
    await socket.ask('ride:watch', { ride_request_id: ride.id });
    const quote = await steps.quote(driver, ride, 100);
    await steps.quote(losing, ride, 200);
    for (const person of [customer, driver, losing, admin])
      for (const shown of await steps.quotesOn(person, ride)) expect(shown.vehicle_number).toBeNull();
    await socket.waitFor('quote:created', (news) => news.quote.driver_id === losing.id);
    await settle(socket);
    expect(JSON.stringify(socket.received)).not.toMatch(/1C AB|KA 05/);
    const booking = await steps.book(customer, quote);
    const pushed = await socket.waitFor('quote:updated', (news) => news.quote.id === quote.id);
    expect(pushed.quote).toMatchObject({ status: 'accepted', vehicle_number: 'DL 1C AB 1234' });
    expect((await steps.quotesOn(customer, ride)).map((one) => [one.status, one.vehicle_number])).toEqual([
      ['accepted', 'DL 1C AB 1234'],
      ['active', null],
    ]);
    expect(booking).toMatchObject({ vehicle_number: 'DL 1C AB 1234', quote: { vehicle_number: 'DL 1C AB 1234' } });
    await settle(socket);
    expect(JSON.stringify(socket.received)).not.toContain('KA 05');
  });

  test('is hidden again if the booking fails and the request opens again', async () => {
    const ride = await steps.ride(customer);
    const booking = await steps.book(customer, await steps.quote(driver, ride));
    await steps.step(driver, booking, 'rejected');
    expect((await steps.quotesOn(driver, ride)).map((one) => [one.status, one.vehicle_number])).toEqual([
      ['withdrawn', null],
    ]);
    await steps.quote(driver, ride, 90);
    expect((await steps.quotesOn(customer, ride)).map((one) => [one.status, one.vehicle_number])).toEqual([
      ['active', null],
    ]);
  });

  test('of a booking is the one at the moment of booking, also on the receipt, whatever the profile says later', async () => {
    const quote = await steps.quote(driver, await steps.ride(customer));
    await change('new 1');
    const booking = await steps.book(customer, quote);
    await change('new 2');
    await steps.drive(driver, booking, 'completed');
    for (const person of [customer, driver, admin]) {
      const read = await steps.readBooking(person, booking.id);
      expect([read.vehicle_number, read.quote.vehicle_number]).toEqual(['NEW 1', 'NEW 1']);
    }
    const [shown] = await steps.quotesOn(customer, { id: booking.ride_request_id });
    expect(shown?.vehicle_number).toBe('NEW 1');
    const { body } = await app.request<Receipt>('GET', `/bookings/${booking.id}/receipt`, { token: customer.token });
    expect(body.vehicle_number).toBe('NEW 1');
  });

  test('may be missing', async () => {
    const booking = await steps.booked(customer, bare);
    expect([booking.vehicle_number, booking.quote.vehicle_number]).toEqual([null, null]);
  });
});
