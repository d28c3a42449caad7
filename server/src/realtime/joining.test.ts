import { rooms } from '@boli/shared/realtime/rooms';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { bookings } from '../bookings/bookings.repository';
import { profiles } from '../drivers/drivers.repository';
import { rides } from '../rides/rides.repository';
import { market } from '../testing/market';
import { eventually } from '../testing/realtime';
import { setUpPeople, setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { hasListeners } from './push';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const steps = market(app);
const { admin } = setUpPeople({ admin: () => app.register('admin') });
const { customer, driver } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});

afterEach(() => void jest.restoreAllMocks());

/** Lets `change` run after the next read of one row, and before the read returns to its caller. */
function during(repository: { joined(id: string): Promise<unknown> }, change: () => Promise<unknown>): void {
  const read = repository.joined;
  jest.spyOn(repository, 'joined').mockImplementationOnce(async (id) => {
    const found = await read(id);
    await change();
    return found;
  });
}

describe('if a change comes after a watch has read its subject and before the socket is in the room,', () => {
  test('a counter-offer is in the answer', async () => {
    const [own, watcher] = [await connect(customer), await connect(admin)];
    const quote = await steps.quote(driver, await steps.ride(customer), 250);
    during(rides, async () => {
      await steps.counter(customer, quote, 240);
      await own.waitFor('quote:updated', (pushed) => pushed.quote.counter !== null);
    });
    const { quotes } = await watcher.ask('ride:watch', { ride_request_id: quote.ride_request_id });
    expect(quotes).toMatchObject([{ counter: { price: 240 } }]);
  });

  test('a cancelled request is answered as cancelled', async () => {
    const [own, watcher] = [await connect(customer), await connect(admin)];
    const ride = await steps.ride(customer);
    during(rides, async () => {
      await app.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
      await own.waitFor('ride:updated', ({ ride_request }) => ride_request.status === 'cancelled');
    });
    const { ride_request } = await watcher.ask('ride:watch', { ride_request_id: ride.id });
    expect(ride_request).toMatchObject({ status: 'cancelled' });
  });

  test('a cancelled booking is answered as cancelled, and the socket does not stay in its room', async () => {
    const own = await connect(customer);
    const booking = await steps.drive(driver, await steps.booked(customer, driver), 'accepted');
    during(bookings, async () => {
      await steps.cancel(customer, booking);
      await own.waitFor('booking:updated', (pushed) => pushed.booking.status === 'cancelled');
    });
    expect(await own.ask('booking:watch', { booking_id: booking.id })).toMatchObject({
      ok: true,
      booking: { status: 'cancelled' },
    });
    expect(hasListeners(rooms.booking(booking.id))).toBe(false);
  });

  test('a driver whom an admin rejects is refused, and receives no request', async () => {
    const own = await connect(driver);
    during(profiles, async () => {
      const body = { reason: 'The licence has expired' };
      await app.request('PUT', `/admin/drivers/${driver.id}/verify?status=rejected`, { token: admin.token, body });
      await own.waitFor('driver:updated');
    });
    expect(await own.ask('rides:watch')).toMatchObject({ ok: false, status: 403, code: 'drivers.rejected' });
    expect(hasListeners(rooms.rides)).toBe(false);
  });

  test('a socket whose session ends joins no room', async () => {
    const own = await connect(customer);
    const ride = await steps.ride(customer);
    during(rides, async () => {
      await app.request('POST', '/auth/logout', { token: customer.token });
      await own.gone();
    });
    own.raw.emit('ride:watch', { ride_request_id: ride.id });
    await own.gone();
    await eventually(() => !hasListeners(rooms.ride(ride.id)), 'a closed socket is in the room');
  });
});
