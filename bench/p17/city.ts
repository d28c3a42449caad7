/**
 * A server of a city with `BOOKINGS` past bookings, as a separate program, and its database as a child process of it.
 * Prints its address and a token of each role, then serves until it is stopped.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestStore } from '../../scripts/test-store.mjs';
import { createApp } from '../../server/src/app';
import { keepSums } from '../../server/src/ledger/sums-building.service';
import { seedPromos } from '../../server/src/promos/promos.service';
import { configure, readSettings } from '../../server/src/settings';
import { sumsRows } from '../../server/src/sums/sums.repository';
import { apiAt } from '../../server/src/testing/app';
import { openTestDatabase } from '../../server/src/testing/store';
import { startRealtime } from '../../server/src/wiring/realtime';
import { startScheduler } from '../../server/src/wiring/scheduler';
import { seed } from './seed';

configure(
  readSettings({
    DATA_DIR: process.env.DATA_DIR ?? '',
    JWT_SECRET: 'a secret that only this measurement uses',
    GEOCODER_URL: 'off',
    TILE_URL: 'off',
    LOG_LEVEL: 'error',
    RATE_ANONYMOUS: '1000000',
    RATE_CALLS: '1000000',
  }),
);
const store = await startTestStore();
process.env.TEST_MONGODB_URI = store.uri;
await openTestDatabase();
await seedPromos();

const server = createServer(createApp());
startRealtime(server);
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const api = apiAt(url);
const people = {
  customer: await api.register('customer'),
  driver: await api.registerDriver(),
  admin: await api.register('admin'),
};
await seed(Number(process.env.BOOKINGS), people);
// Builds the kept sums in one go; the scheduler would build them in many short runs.
const { signal } = new AbortController();
while (!(await sumsRows.isBuilt())) await keepSums(signal);
startScheduler();
const { customer, driver, admin } = people;
process.stdout.write(
  `READY ${JSON.stringify({ url, tokens: { customer: customer.token, driver: driver.token, admin: admin.token } })}\n`,
);
process.on('SIGTERM', () => void store.stop().then(() => process.exit(0)));
