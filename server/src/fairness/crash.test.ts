import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { dayInIndia } from '../core/india';
import { RideModel } from '../rides/rides.model';
import { type CrashableServer, openCrashableServer } from '../testing/crashable-server';
import { runJobs } from '../wiring/scheduler';
import { daysAfter } from './calendar';
import { FairnessDayModel, FairnessPageModel, FairnessProgressModel } from './fairness.model';

let crashable: CrashableServer;
const REQUESTS = 60;
const CUSTOMERS = 5;
const daysAgo = (days: number) => new Date(clock.millis() - days * 86_400_000);
const posted = daysAgo(4);

beforeAll(async () => {
  crashable = await openCrashableServer({ MAX_OPEN_REQUESTS: '1000', RIDE_REQUEST_TTL_MIN: '60' });
  const { api, steps } = crashable.here;
  // The last days have requests, too: the figures of the last 30 days are published only if enough observations can be
  // expected from the rest of the month. Within an hour after midnight the last of these days is the day before yesterday.
  for (const created_at of [posted, daysAgo(2), daysAgo(1)]) {
    for (let customers = 0; customers < CUSTOMERS; customers++) {
      const customer = await api.register('customer');
      for (let n = 0; n < REQUESTS / CUSTOMERS; n++) await steps.ride(customer);
    }
    await RideModel.updateMany({ created_at: { $gt: daysAgo(0.5) } }, { $set: { created_at } });
  }
}, 60_000);
afterEach(() => crashable.rest());
afterAll(() => crashable.close());

test.each(['fairness.counted', 'fairness.published'])(
  'after a server dies at %s the days are counted and published once, from where it stopped',
  async (failpoint) => {
    for (const model of [FairnessDayModel, FairnessPageModel, FairnessProgressModel])
      await model.collection.deleteMany({});
    const { exit } = await crashable.start(failpoint);
    await exit;
    expect(await FairnessDayModel.countDocuments({})).toBe(1);
    expect(await FairnessProgressModel.countDocuments({})).toBe(0);
    // A run stops after a second, and leaves the rest to the next run. One that finds nothing changes nothing.
    for (let runs = 0; runs < 5; runs++) await runJobs();
    const days = await FairnessDayModel.find({}).sort({ _id: 1 }).lean<{ _id: string; requests: number }[]>();
    const first = dayInIndia(posted);
    expect(days.slice(0, 2).map(({ _id, requests }) => [_id, requests])).toEqual([
      [first, REQUESTS],
      [daysAfter(first, 1), 0],
    ]);
    // Read from the database: the server may answer from its memory.
    const page = await FairnessPageModel.findOne({ kind: 'last_days' }).sort({ to: -1 }).lean();
    expect(page).toMatchObject({ quotes_per_request: 0, rides: null, to: days.at(-1)?._id });
  },
  180_000,
);
