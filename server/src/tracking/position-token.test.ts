import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { FixResult, PositionToken } from '@boli/shared/tracking/tracking.schema';
import { describe, expect, test } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { tokenKey } from '../core/secrets';
import { market } from '../testing/market';
import { eventually } from '../testing/realtime';
import { setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { socketsOf } from '../testing/sockets';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver, rival } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  rival: () => app.registerDriver(),
});

const accepted = async () => steps.drive(driver, await steps.booked(customer, driver), 'accepted');
const askToken = ({ id }: Booking, person = driver) =>
  app.request<PositionToken>('POST', `/bookings/${id}/position-token`, { token: person.token });
const tokenOf = async (booking: Booking) => (await askToken(booking)).body.token;
/** The body of the phone's background service, with the fields that the server ignores. */
const body = (more: object = {}) => ({
  ...{ latitude: 28.61, longitude: 77.21, accuracy: 8, altitude: 216, altitudeAccuracy: null },
  ...{ simulated: false, bearing: 45, speed: 9.5, time: Date.now(), ...more },
});
const post = ({ id }: Pick<Booking, 'id'>, token: string | undefined, more: object = {}) =>
  app.request<FixResult>('POST', `/bookings/${id}/positions`, { ...(token && { token }), body: body(more) });

describe('a position token', () => {
  test('sends a position that the customer sees live', async () => {
    const booking = await accepted();
    const socket = await connect(customer);
    await socket.ask('booking:watch', { booking_id: booking.id });
    expect(await post(booking, await tokenOf(booking))).toMatchObject({ status: 200, body: { live: true } });
    const shown = await socket.waitFor('booking:location', ({ lat }) => lat === 28.61);
    expect(shown).toMatchObject({ booking_id: booking.id, lng: 77.21, heading: 45, speed: 9.5 });
  });

  test('sends positions of its own booking only, and does nothing else', async () => {
    const [booking, other] = [await accepted(), await accepted()];
    const token = await tokenOf(booking);
    expect((await post(other, token)).status).toBe(401);
    for (const [method, path] of [
      ['GET', '/auth/me'],
      ['PUT', `/bookings/${booking.id}/location`],
      ['GET', `/bookings/${booking.id}`],
      ['POST', `/bookings/${booking.id}/position-token`],
    ] as const)
      expect([path, (await app.request(method, path, { token })).status]).toEqual([path, 401]);
    await expect(app.connect(token)).rejects.toThrow();
  });

  test('is issued to a driver whose access token has neither a session nor an id, and then sends positions', async () => {
    const booking = await accepted();
    const claims = z.object({ role: z.string(), ver: z.number() }).parse(jwt.decode(driver.token));
    const old = jwt.sign(claims, tokenKey(), { subject: driver.id, issuer: 'boli', audience: 'boli', expiresIn: '1h' });
    const { status, body: asked } = await askToken(booking, { ...driver, token: old });
    expect(status).toBe(200);
    expect((await post(booking, asked.token)).status).toBe(200);
  });

  test('cannot be replaced by an access token, nor be left out', async () => {
    const booking = await accepted();
    for (const token of [driver.token, customer.token, undefined])
      expect((await post(booking, token)).status).toBe(401);
  });

  test('is issued only to the driver of the booking, and only once it is accepted', async () => {
    const pending = await steps.booked(customer, driver);
    expect((await askToken(pending)).status).toBe(409);
    const booking = await steps.drive(driver, pending, 'accepted');
    expect((await askToken(booking, rival)).status).toBe(404);
    expect((await askToken(booking, customer)).status).toBe(403);
    expect((await askToken(booking)).body.expires_at).toMatch(/Z$/);
  });

  test('ends with the ride', async () => {
    const booking = await accepted();
    const token = await tokenOf(booking);
    await steps.step(driver, booking, 'in_progress');
    expect((await post(booking, token)).status).toBe(200);
    await steps.step(driver, booking, 'completed');
    expect((await post(booking, token)).status).toBe(409);
  });

  test('does not outlive the session that requested it', async () => {
    const booking = await accepted();
    const restore = withSettings({ JWT_EXPIRES_IN: '1h' });
    const { email, password } = driver;
    const { body: session } = await app
      .request<{ access_token: string }>('POST', '/auth/login', { body: { email, password } })
      .finally(restore);
    const { body: asked } = await askToken(booking, { ...driver, token: session.access_token });
    const expiryOf = (token: string) => z.object({ exp: z.number() }).parse(jwt.decode(token)).exp;
    expect(expiryOf(asked.token)).toBe(expiryOf(session.access_token));
    expect(Date.parse(asked.expires_at)).toBe(expiryOf(asked.token) * 1_000);
  });

  test('ends with the sign-out of the driver', async () => {
    const booking = await accepted();
    const token = await tokenOf(booking);
    expect((await post(booking, token)).status).toBe(200);
    await app.request('POST', '/auth/logout', { token: driver.token });
    await eventually(async () => (await post(booking, token)).status === 401, 'the token still sends positions');
  });
});

test.each([
  ['-1 for a bearing and a speed that the phone does not know', { bearing: -1, speed: -1 }],
  ['null for bearing, speed, accuracy and time', { bearing: null, speed: null, accuracy: null, time: null }],
])('a position may have %s', async (_what, more) => {
  const booking = await accepted();
  expect(await post(booking, await tokenOf(booking), more)).toMatchObject({ status: 200, body: { live: true } });
  expect(await steps.readBooking(customer, booking.id)).toMatchObject({ driver_lat: 28.61 });
});

test.each([
  ['a latitude beyond the pole', { latitude: 91 }],
  ['no longitude', { longitude: undefined }],
  ['a time that no clock shows', { time: 9e15 }],
  ['a bearing beyond 360 degrees', { bearing: 361 }],
])('a position with %s is refused with 400', async (_what, more) => {
  const booking = await accepted();
  expect((await post(booking, await tokenOf(booking), more)).status).toBe(400);
});
