import { rooms } from '@boli/shared/realtime/rooms';
import { afterEach, describe, expect, test } from '@jest/globals';
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

let restore = () => {};
afterEach(() => restore());

/** Lets `change` run after the next call of this read of one row, and before the read returns to its caller. */
function during<Name extends string>(
  repository: Record<Name, (id: string) => Promise<unknown>>,
  name: Name,
  change: () => Promise<unknown>,
): void {
  const read = repository[name];
  restore = () => {
    repository[name] = read;
  };
  repository[name] = async (id) => {
    restore();
    const found = await read(id);
    await change();
    return found;
  };
}

describe('if a change comes after a watch has read its subject and before the socket is in the room,', () => {
  test('a counter-offer is in the answer', async () => {
    const [own, watcher] = [await connect(customer), await connect(admin)];
    const quote = await steps.quote(driver, await steps.ride(customer), 250);
    during(rides, 'pacedById', async () => {
      await steps.counter(customer, quote, 240);
      await own.waitFor('quote:updated', (pushed) => pushed.quote.counter !== null);
    });
    const { quotes } = await watcher.ask('ride:watch', { ride_request_id: quote.ride_request_id });
    expect(quotes).toMatchObject([{ counter: { price: 240 } }]);
  });

  test('a cancelled request is answered as cancelled', async () => {
    const [own, watcher] = [await connect(customer), await connect(admin)];
    const ride = await steps.ride(customer);
    during(rides, 'pacedById', async () => {
      await app.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
      await own.waitFor('ride:updated', ({ ride_request }) => ride_request.status === 'cancelled');
    });
    const { ride_request } = await watcher.ask('ride:watch', { ride_request_id: ride.id });
    expect(ride_request).toMatchObject({ status: 'cancelled' });
  });

  test('a cancelled booking is answered as cancelled, and the socket does not stay in its room', async () => {
    const own = await connect(customer);
    const booking = await steps.drive(driver, await steps.booked(customer, driver), 'accepted');
    during(bookings, 'pacedById', async () => {
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
    during(profiles, 'pacedByUser', async () => {
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
    during(rides, 'pacedById', async () => {
      await app.request('POST', '/auth/logout', { token: customer.token });
      await own.gone();
    });
    own.raw.emit('ride:watch', { ride_request_id: ride.id });
    await own.gone();
    await eventually(() => !hasListeners(rooms.ride(ride.id)), 'a closed socket is in the room');
  });
});
