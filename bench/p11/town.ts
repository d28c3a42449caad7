/**
 * A server with a thousand drivers that move once a second, as a separate program. Half of them are on rides, and their
 * positions are accepted like those of real drivers. The other half wait for rides: real ones report once a minute, but
 * here their positions are written once a second. Prints its address and an admin's token, then moves all drivers until
 * it is stopped. `DRIVERS=0` gives an empty town.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestStore } from '../../scripts/test-store.mjs';
import { createApp } from '../../server/src/app';
import { UserModel } from '../../server/src/auth/auth.model';
import { BookingModel } from '../../server/src/bookings/bookings.model';
import { domainEvents } from '../../server/src/domain-events';
import { type DriverProfileDocument, DriverProfileModel } from '../../server/src/drivers/drivers.model';
import { driverJoined } from '../../server/src/realtime/presence';
import { configure, readSettings } from '../../server/src/settings';
import { apiAt } from '../../server/src/testing/app';
import { openTestDatabase } from '../../server/src/testing/store';
import { acceptFix } from '../../server/src/tracking/positions';
import { startRealtime } from '../../server/src/wiring/realtime';

const DRIVERS = Number(process.env.DRIVERS ?? 1_000);
const CENTER = { lat: 28.6139, lng: 77.209 };
const SPREAD = 0.12;

configure(
  readSettings({
    NODE_ENV: 'test',
    DATA_DIR: process.env.DATA_DIR ?? '',
    JWT_SECRET: 'a secret that only this measurement uses',
    GEOCODER_URL: 'off',
    TILE_URL: 'off',
    RATE_CALLS: '1000000',
    RATE_ANONYMOUS: '1000000',
    LOG_LEVEL: 'error',
  }),
);
const store = await startTestStore();
process.env.TEST_MONGODB_URI = store.uri;
await openTestDatabase();
const server = createServer(createApp());
startRealtime(server);
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const api = apiAt(url);
const admin = await api.register('admin');
const [model, customer] = [await api.registerDriver(), await api.register('customer')];
const found = await DriverProfileModel.findOne({ user_id: model.id }).lean<DriverProfileDocument>();
if (!found) throw new Error('the first driver has no profile');
const profile = found;

const around = () => ({
  lat: CENTER.lat + (Math.random() - 0.5) * SPREAD,
  lng: CENTER.lng + (Math.random() - 0.5) * SPREAD,
});
const drivers = Array.from({ length: DRIVERS }, (_, at) => ({
  id: randomUUID(),
  bookingId: at % 2 === 0 ? randomUUID() : null,
  name: `Driver ${at}`,
  ...around(),
}));

const now = new Date();
await UserModel.insertMany(
  drivers.map(({ id, name }) => ({
    _id: id,
    name,
    email: `${id}@example.org`,
    password_hash: 'none',
    role: 'driver',
    phone: null,
    token_version: 0,
    created_at: now,
  })),
);
await DriverProfileModel.insertMany(
  drivers.map(({ id, lat, lng }) => ({
    ...profile,
    _id: randomUUID(),
    user_id: id,
    position_lat: lat,
    position_lng: lng,
    position_at: now,
  })),
);
const rides = drivers.flatMap(({ id, name, bookingId, lat, lng }) =>
  bookingId ? [{ id, name, bookingId, lat, lng }] : [],
);
await BookingModel.insertMany(
  rides.map(({ id, name, bookingId, lat, lng }) => ({
    _id: bookingId,
    status: 'in_progress',
    ride_request_id: randomUUID(),
    quote_id: randomUUID(),
    quote: {
      car_model: 'Maruti Dzire',
      experience_years: 5,
      license_number: 'DL',
      average_rating: 4.5,
      total_ratings: 10,
      completed_rides: 10,
      verification_status: 'verified',
      is_available: true,
      accepts_upi: true,
      distance_to_pickup_km: 1,
      created_at: now,
      version: 1,
    },
    customer_id: randomUUID(),
    customer_name: customer.name,
    driver_id: id,
    driver_name: name,
    car_model: 'Maruti Dzire',
    pickup_location: 'Connaught Place',
    pickup_lat: lat,
    pickup_lng: lng,
    drop_location: 'India Gate',
    drop_lat: CENTER.lat,
    drop_lng: CENTER.lng,
    distance_km: 5,
    is_scheduled: false,
    price_paise: 24_000,
    discount_paise: 0,
    final_price_paise: 24_000,
    platform_fee_paise: 2_400,
    driver_earnings_paise: 21_600,
    payment_method: 'cash',
    payment_status: 'pending',
    created_at: now,
    answer_by: now,
    accepted_at: now,
    started_at: now,
    version: 3,
  })),
);
for (const { id } of drivers) driverJoined(id);

/** Moves all drivers by some metres. */
async function move(): Promise<void> {
  const idle: typeof drivers = [];
  for (const driver of drivers) {
    driver.lat += (Math.random() - 0.5) * 0.0004;
    driver.lng += (Math.random() - 0.5) * 0.0004;
    const { lat, lng, bookingId, id } = driver;
    if (!bookingId) idle.push(driver);
    else await acceptFix(bookingId, id, { lat, lng, heading: null, speed: null, accuracy: null, recorded_at: null });
  }
  const at = new Date();
  await DriverProfileModel.bulkWrite(
    idle.map(({ id, lat, lng }) => ({
      updateOne: {
        filter: { user_id: id },
        update: { $set: { position_lat: lat, position_lng: lng, position_at: at } },
      },
    })),
    { ordered: false },
  );
  for (const { id } of idle) domainEvents.emit('driver.changed', { profile: { ...profile, user_id: id, version: 1 } });
}
process.stdout.write(`READY ${JSON.stringify({ url, token: admin.token })}\n`);
let ending = false;
process.on('SIGTERM', () => {
  ending = true;
});
while (!ending) {
  const began = performance.now();
  if (drivers.length > 0) await move();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1_000 - (performance.now() - began))));
}
await store.stop();
process.exit(0);
