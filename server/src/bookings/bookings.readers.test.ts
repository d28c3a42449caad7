import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpApp, setUpPeople } from '../testing/set-up';

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const steps = market(app);
const { customer, driver } = setUpPeople({
  customer: () => app.register('customer', { phone: '+91 98765 43210' }),
  driver: () => app.registerDriver({ upi_id: 'asha@okbank' }),
});

const put = (person: TestPerson, path: string, body?: unknown) =>
  app.request<Booking>('PUT', `/bookings/${path}`, { token: person.token, body });

describe('the readers of a booking', () => {
  test('are its parties and admins; once it is accepted, phone numbers and the UPI ID are shown, each only to the other side', async () => {
    const admin = await app.register('admin');
    const booking = await steps.booked(customer, driver, { book: { payment_method: 'gpay' } });
    const seenBy = async (person: TestPerson) => {
      const { customer_phone, driver_phone, driver_upi_id } = await steps.readBooking(person, booking.id);
      return { customer_phone, driver_phone, driver_upi_id };
    };
    const nothing = { customer_phone: null, driver_phone: null, driver_upi_id: null };
    expect(booking.payment_method).toBe('google_pay');
    expect([await seenBy(customer), await seenBy(driver)]).toEqual([nothing, nothing]);
    await steps.step(driver, booking, 'accepted');
    expect(await seenBy(customer)).toEqual({ ...nothing, driver_upi_id: 'asha@okbank' });
    expect(await seenBy(driver)).toEqual({ ...nothing, customer_phone: '+91 98765 43210' });
    expect(await seenBy(admin)).toEqual(nothing);
    for (const stranger of [await app.register('customer'), await app.registerDriver()]) {
      expect((await app.request('GET', `/bookings/${booking.id}`, { token: stranger.token })).status).toBe(404);
      expect((await put(stranger, `${booking.id}/cancel`, { reason: 'x' })).status).toBe(404);
    }
    await steps.cancel(customer, booking);
    expect(await seenBy(customer)).toEqual(nothing);
  });

  test('see the phone number of the other side until a day after the ride', async () => {
    const own = await app.registerDriver();
    const booking = await steps.drive(own, await steps.booked(customer, own), 'completed');
    const { completed_at: at } = booking;
    const phones = async () => [
      (await steps.readBooking(own, booking.id)).customer_phone,
      (await steps.readBooking(customer, booking.id)).driver_phone,
    ];
    await app.request('PUT', '/auth/me', { token: own.token, body: { phone: '+91 91234 56789' } });
    const day = 24 * 60 * 60_000;
    const setTo = (afterwards: number) => clock.setOffset(Date.parse(at ?? '') + afterwards - Date.now());
    setTo(day - 60_000);
    expect(await phones()).toEqual(['+91 98765 43210', '+91 91234 56789']);
    setTo(day + 60_000);
    expect(await phones()).toEqual([null, null]);
    clock.setOffset(0);
  });

  test('do not see the UPI ID of a cash booking', async () => {
    const booking = await steps.booked(customer, driver);
    await steps.step(driver, booking, 'accepted');
    expect((await steps.readBooking(customer, booking.id)).driver_upi_id).toBeNull();
  });

  test('get bookings of every status in My Bookings, and only ended ones in the history', async () => {
    const me = await app.register('customer');
    const own = await app.registerDriver();
    const live = await steps.booked(me, own);
    const rejected = await steps.booked(me, own);
    await steps.step(own, rejected, 'rejected');
    const cancelled = await steps.booked(me, own);
    await steps.cancel(me, cancelled);
    const completed = await steps.drive(own, await steps.booked(me, own, { price: 100 }), 'completed');
    const ids = async (person: TestPerson, path: string) => {
      const { body } = await app.request<{ id?: string; booking_id?: string }[]>('GET', path, { token: person.token });
      return body.map((row) => row.id ?? row.booking_id);
    };
    const all = [completed.id, cancelled.id, rejected.id];
    expect(await ids(me, '/bookings/my')).toEqual([...all, live.id]);
    expect(await ids(own, '/bookings/my')).toEqual([...all, live.id]);
    expect(await ids(me, '/rides/history')).toEqual(all);
    expect(await ids(me, '/rides/history?status=completed')).toEqual([completed.id]);
    expect(await ids(own, '/rides/history?status=cancelled')).toEqual([cancelled.id]);
    expect((await app.request('GET', '/rides/history?status=rejected', { token: me.token })).status).toBe(400);
    const entry = async (person: TestPerson) =>
      (await app.request<object[]>('GET', '/rides/history?status=completed', { token: person.token })).body[0];
    expect(await entry(me)).toMatchObject({
      driver_earnings: null,
      driver_earned: null,
      price: 100,
      total_price: 100,
      rating: null,
      driver_name: own.name,
    });
    expect(await entry(own)).toMatchObject({ driver_earnings: 90, driver_earned: 90, customer_name: me.name });
    const calledOff = await app.request<object[]>('GET', '/rides/history?status=cancelled', { token: own.token });
    expect(calledOff.body[0]).toMatchObject({ driver_earnings: expect.any(Number), driver_earned: null });
    const fare = async (person: TestPerson, { id }: Booking) => (await steps.readBooking(person, id)).driver_fare;
    expect(await fare(own, cancelled)).toBeNull();
    expect(await fare(own, completed)).toMatchObject({ price: 100, platform_fee: 10, driver_earnings: 90 });
    expect(await fare(me, completed)).toBeNull();
  });
});
