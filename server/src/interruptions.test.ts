import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { RideModel } from './rides/rides.model';
import { rides } from './rides/rides.repository';
import { isDatabaseSilent, startHeartbeat } from './store/heartbeat';
import type { TestPerson } from './testing/app';
import { aRoute, market } from './testing/market';
import { type Mirror, openMirror } from './testing/mirror';
import { type PausableLink, pausableLink } from './testing/pausable-link';
import { eventually, type RealtimeApp, startRealtimeApp } from './testing/realtime';

let app: RealtimeApp;
let steps: ReturnType<typeof market>;
let link: PausableLink;
let stopHeartbeat: () => Promise<void>;
let customer: TestPerson;
let drivers: TestPerson[];
const mirrors: Mirror[] = [];
const realUri = process.env.TEST_MONGODB_URI;

beforeAll(async () => {
  const uri = new URL(realUri ?? '');
  link = await pausableLink({ host: uri.hostname, port: Number(uri.port) });
  uri.host = `127.0.0.1:${link.port}`;
  uri.searchParams.set('directConnection', 'true');
  process.env.TEST_MONGODB_URI = uri.toString();
  app = await startRealtimeApp();
  stopHeartbeat = startHeartbeat();
  steps = market(app);
  customer = await app.register('customer');
  drivers = await Promise.all([app.registerDriver(), app.registerDriver()]);
}, 60_000);
afterEach(() => {
  for (const mirror of mirrors.splice(0)) mirror.close();
});
afterAll(async () => {
  process.env.TEST_MONGODB_URI = realUri;
  await stopHeartbeat();
  await app.close();
  await link.close();
});

async function openAll(): Promise<void> {
  mirrors.push(await openMirror(app.url, customer, 'customer'));
  for (const driver of drivers) mirrors.push(await openMirror(app.url, driver, 'driver'));
}

const differences = async () => (await Promise.all(mirrors.map((mirror) => mirror.differences()))).flat();

test('a write whose reply was lost reaches all clients, even if its caller does not repeat it', async () => {
  const [first, second] = drivers;
  if (!first || !second) throw new Error('there are no drivers');
  const [withdrawn, booked, cancelled] = await Promise.all([1, 2, 3].map(() => steps.ride(customer)));
  if (!withdrawn || !booked || !cancelled) throw new Error('there are no rides');
  const quote = await steps.quote(first, withdrawn);
  const chosen = await steps.quote(second, booked);
  await openAll();
  expect(await differences()).toEqual([]);

  link.loseRepliesToWrites();
  const calls = [
    app.request('POST', '/rides/request', { token: customer.token, body: { ...aRoute, pickup_location: 'Lost' } }),
    app.request('DELETE', `/quotes/${quote.id}`, { token: first.token }),
    app.request('DELETE', `/rides/request/${cancelled.id}`, { token: customer.token }),
    app.request('POST', '/bookings/create', {
      token: customer.token,
      body: { quote_id: chosen.id, payment_method: 'cash' },
    }),
  ];
  const landed = async () => {
    const states = await Promise.all([withdrawn, booked, cancelled].map(({ id }) => rides.byId(id)));
    const isPosted = (await RideModel.exists({ pickup_location: 'Lost' })) !== null;
    return (
      isPosted && states[0]?.quote_count === 0 && states[1]?.status === 'booked' && states[2]?.status === 'cancelled'
    );
  };
  await eventually(landed, 'the writes were not stored');
  link.cut();
  for (const { status } of await Promise.all(calls)) expect([200, 201, 503]).toContain(status);

  await eventually(async () => (await differences()).length === 0, 'rows differ from REST 10 seconds later').catch(
    async (error: unknown) => expect([error, ...(await differences())]).toEqual([]),
  );
  expect(mirrors.map((mirror) => mirror.syncs() > 0)).toEqual([true, true, true]);
}, 60_000);

test('a database pause without errors is noticed, and every socket receives sync:required', async () => {
  await openAll();
  link.pause();
  await eventually(isDatabaseSilent, 'the silence was not noticed');
  link.resume();
  await eventually(() => mirrors.every((mirror) => mirror.syncs() > 0), 'a socket has not received sync:required');
  const ride = await steps.ride(customer);
  await eventually(() => mirrors.every((mirror) => mirror.held.rides.has(ride.id)), 'a socket receives no events');
}, 60_000);

test('a repeated write emits its event again', async () => {
  const [driver] = drivers;
  if (!driver) throw new Error('there is no driver');
  const [mine, own] = [await app.connect(customer.token), await app.connect(driver.token)];
  const admin = await app.register('admin');
  const office = await app.connect(admin.token);
  await own.ask('rides:watch');
  const headers = { 'Idempotency-Key': 'one-tap' };
  const twice = async (method: string, path: string, call: Parameters<RealtimeApp['request']>[2]) => {
    const answers = [await app.request(method, path, call), await app.request(method, path, call)];
    expect(answers[1]?.body.id).toBe(answers[0]?.body.id);
    expect(answers.every(({ status }) => status < 300)).toBe(true);
    return String(answers[0]?.body.id);
  };
  /** Waits until the event of the write has been received twice. */
  const counts = async (count: () => number) => eventually(() => count() >= 2, `the event came ${count()} times`);

  const ride = await twice('POST', '/rides/request', { token: customer.token, body: aRoute, headers });
  await counts(() => own.all('ride:created').filter(({ ride_request }) => ride_request.id === ride).length);
  const quote = await steps.quote(driver, { id: ride });
  await twice('DELETE', `/quotes/${quote.id}`, { token: driver.token });
  await counts(() => mine.all('quote:withdrawn').filter((event) => event.quote.id === quote.id).length);
  await steps.quote(driver, { id: ride });
  const body = { quote_id: quote.id, payment_method: 'cash' };
  const booking = await twice('POST', '/bookings/create', { token: customer.token, body, headers });
  await counts(() => own.all('booking:created').filter((event) => event.booking.id === booking).length);
  for (const status of ['accepted', 'in_progress', 'completed'] satisfies Booking['status'][]) {
    await twice('PUT', `/bookings/${booking}/status?status=${status}`, { token: driver.token });
    await counts(() => mine.all('booking:updated').filter((event) => event.booking.status === status).length);
  }
  const settled = () => office.all('settlement:updated').filter(({ settlement }) => settlement.id === booking).length;
  const paid = { settlement_status: 'paid', payment_method: 'upi', payment_reference: 'r' };
  await eventually(() => settled() > 0, 'no settlement came');
  const before = settled();
  await app.request('PUT', `/admin/settlements/${booking}`, { token: admin.token, body: paid });
  await app.request('PUT', `/admin/settlements/${booking}`, { token: admin.token, body: paid });
  await eventually(() => settled() >= before + 2, 'the repeated payment was not emitted');
  const other = await steps.ride(customer);
  await twice('DELETE', `/rides/request/${other.id}`, { token: customer.token });
  await counts(
    () =>
      mine.all('ride:updated').filter(({ ride_request: { id, status } }) => id === other.id && status === 'cancelled')
        .length,
  );
  await own.waitFor('ride:closed', ({ ride_request_id: id }) => id === other.id);
}, 60_000);
