/**
 * A server with `OPEN` open ride requests within some kilometres, as a separate program, and its database as a child
 * process of it. Prints its address and a token of each role, then serves until it is stopped.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestStore } from '../../scripts/test-store.mjs';
import { createApp } from '../../server/src/app';
import { RideModel } from '../../server/src/rides/rides.model';
import { configure, readSettings } from '../../server/src/settings';
import { apiAt } from '../../server/src/testing/app';
import { openTestDatabase } from '../../server/src/testing/store';
import { startRealtime } from '../../server/src/wiring/realtime';
import { startScheduler } from '../../server/src/wiring/scheduler';
import { CENTER } from './center';

const OPEN = Number(process.env.OPEN ?? 10_000);
/** Degrees from one side of the town to the other: every request is within 7 km of the centre. */
const SPREAD = 0.08;
const BATCH = 1_000;

configure(
  readSettings({
    DATA_DIR: process.env.DATA_DIR ?? '',
    JWT_SECRET: 'a secret that only this measurement uses',
    GEOCODER_URL: 'off',
    TILE_URL: 'off',
    LOG_LEVEL: 'error',
    RATE_ANONYMOUS: '1000000',
    ...(process.env.RATE_CALLS && { RATE_CALLS: process.env.RATE_CALLS }),
  }),
);
const store = await startTestStore();
process.env.TEST_MONGODB_URI = store.uri;
await openTestDatabase();

const around = () => ({
  lat: CENTER.lat + (Math.random() - 0.5) * SPREAD,
  lng: CENTER.lng + (Math.random() - 0.5) * SPREAD,
});
const now = Date.now();
const rides = Array.from({ length: OPEN }, (_, at) => {
  const [from, to] = [around(), around()];
  return {
    _id: randomUUID(),
    customer_id: randomUUID(),
    customer_name: `Customer ${at}`,
    pickup_location: `${at}, Ring Road, South Extension, New Delhi`,
    pickup_lat: from.lat,
    pickup_lng: from.lng,
    drop_location: `${at}, Outer Ring Road, Hauz Khas, New Delhi`,
    drop_lat: to.lat,
    drop_lng: to.lng,
    distance_km: 5.1,
    is_scheduled: false,
    scheduled_time: null,
    status: 'open' as const,
    booking_id: null,
    quote_count: 0,
    quotes: [],
    spent: [],
    created_at: new Date(now - at * 50),
    expires_at: new Date(now + 3_600_000),
    version: 1,
  };
});
for (let from = 0; from < rides.length; from += BATCH) await RideModel.insertMany(rides.slice(from, from + BATCH));

const server = createServer(createApp());
startRealtime(server);
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
startScheduler();
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const api = apiAt(url);
const driver = await api.registerDriver();
const [customer, admin] = [await api.register('customer'), await api.register('admin')];
process.stdout.write(
  `READY ${JSON.stringify({ url, driver: driver.token, customer: customer.token, admin: admin.token })}\n`,
);
process.on('SIGTERM', () => void store.stop().then(() => process.exit(0)));
