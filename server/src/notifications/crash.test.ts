import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import '../app';
import { clock } from '../core/clock';
import { RideModel } from '../rides/rides.model';
import { runJobs } from '../scheduler/scheduler';
import { configure, readSettings } from '../settings';
import { apiAt } from '../testing/app';
import { market } from '../testing/market';
import { type ServerProcess, startServerProcess } from '../testing/process';
import { freePort } from '../testing/serve';
import { openTestDatabase, testDatabaseUri } from '../testing/store';
import { NotificationModel } from './notifications.model';

let folder: string;
let settings: Record<string, string>;
let closeDatabase: () => Promise<void>;
let server: ServerProcess;
let api: ReturnType<typeof apiAt>;
let steps: ReturnType<typeof market>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boli-inbox-crash-'));
  const uri = testDatabaseUri();
  const port = await freePort();
  const secret = 'a secret that only the tests of this product use';
  settings = { MONGODB_URI: uri, PORT: String(port), DATA_DIR: folder, JWT_SECRET: secret };
  configure(readSettings(settings));
  closeDatabase = await openTestDatabase(uri);
  api = apiAt(`http://127.0.0.1:${port}`);
  steps = market(api);
});
afterEach(async () => {
  clock.setOffset(0);
  await server.kill();
});
afterAll(async () => {
  await closeDatabase();
  await rm(folder, { recursive: true, force: true });
});

/** Two people on a server that works; `next` starts the one that dies at its line. */
async function people() {
  server = await startServerProcess(settings);
  const [customer, driver] = await Promise.all([api.register('customer'), api.registerDriver()]);
  const next = async (failpoint: string) => {
    await server.kill();
    server = await startServerProcess({ ...settings, FAILPOINT: failpoint });
  };
  return { customer, driver, next };
}
/** What another process would finish, six seconds later; twice, because it may be done twice. */
const finishByAnother = async () => {
  clock.setOffset(6_000);
  await Promise.all([runJobs(), runJobs()]);
};
const kindsOf = async (person: { id: string }) =>
  (await NotificationModel.find({ user_id: person.id }).lean()).map((row) => row.kind).sort();

test.each(['step.written', 'bookings.driver_figures'])(
  'a server that dies at %s has told nobody: the sweep does',
  async (failpoint) => {
    const { customer, driver, next } = await people();
    const booking = await steps.booked(customer, driver);
    await next(failpoint);
    await expect(steps.step(driver, booking, 'accepted')).rejects.toThrow();
    await server.exit;
    expect(await kindsOf(customer)).not.toContain('booking_accepted');
    await finishByAnother();
    expect(await kindsOf(customer)).toEqual(['booking_accepted', 'quote_received']);
    expect(await kindsOf(driver)).toEqual(['booking_requested']);
  },
  180_000,
);

test.each(['quote.written', 'quotes.followed'])(
  'a server that dies at %s: the customer has the quote in the inbox once, and nothing is left to do',
  async (failpoint) => {
    const { customer, driver, next } = await people();
    const ride = await steps.ride(customer);
    await next(failpoint);
    await steps.quote(driver, ride).catch(() => undefined);
    await server.exit;
    await finishByAnother();
    expect(await kindsOf(customer)).toEqual(['quote_received']);
    expect(await RideModel.countDocuments({ 'quotes.follow_up': { $exists: true } })).toBe(0);
  },
  180_000,
);

test('a server that dies after an admin has decided: the driver reads it all the same', async () => {
  const { driver, next } = await people();
  const admin = await api.register('admin');
  await next('driver_profiles.rejection');
  const call = { token: admin.token };
  await expect(api.request('PUT', `/admin/drivers/${driver.id}/verify?status=verified`, call)).rejects.toThrow();
  await server.exit;
  expect(await kindsOf(driver)).toEqual([]);
  await finishByAnother();
  expect(await kindsOf(driver)).toEqual(['verification_approved']);
}, 180_000);
