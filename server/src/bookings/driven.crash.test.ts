import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { type CrashableServer, openCrashableServer } from '../testing/crashable-server';
import { startAndDrive } from '../testing/drive';
import { type MatchStub, matchStub } from '../testing/match-stub';
import { BookingModel } from './bookings.model';

let crashable: CrashableServer;
let router: MatchStub;

beforeAll(async () => {
  router = await matchStub();
  crashable = await openCrashableServer({ ROUTER_URL: router.url, ROUTER_KIND: 'osrm' });
});
afterEach(() => crashable.rest());
afterAll(async () => {
  await crashable.close();
  await router.close();
});

test.each(['driven.claimed', 'driven.line'])(
  'the driven distance is computed even if a server dies at %s after the ride',
  async (failpoint) => {
    const { here } = crashable;
    const [customer, driver] = await Promise.all([here.api.register('customer'), here.api.registerDriver()]);
    const booking = await here.steps.booked(customer, driver);
    await startAndDrive(here.api, driver, { booking, metres: 2_000, seconds: 60 });
    await here.steps.step(driver, booking, 'completed');
    clock.setOffset(0);
    const { exit } = await crashable.start(failpoint);
    // The other process uses the real clock, by which the computation for the ride is due now.
    await BookingModel.updateOne({ _id: booking.id }, { $set: { driven_due: new Date() } });
    await exit;
    expect((await here.steps.readBooking(customer, booking.id)).driven).toBeNull();
    await crashable.finish(120_000);
    expect((await here.steps.readBooking(customer, booking.id)).driven).toMatchObject({ source: 'matched' });
  },
  30_000,
);
