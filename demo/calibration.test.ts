import { randomUUID } from 'node:crypto';
import type { Calibration, WaitOutlook } from '@boli/shared/market/market.schema';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { clock } from '../server/src/core/clock';
import { type RideDocument, RideModel } from '../server/src/rides/rides.model';
import type { TestPerson } from '../server/src/testing/app';
import { market } from '../server/src/testing/market';
import { wholeRun } from '../server/src/testing/observations';
import { setUpApp, setUpPeople } from '../server/src/testing/set-up';
import { calibrationOf, type Drawn, drawRequests, MID } from './waits';

const HISTORY = 400;
const REQUESTS = 300;
const SECOND_MS = 1_000;
/** Noon of a day in India that is later than any run of this test. */
const NOON = Date.parse('2051-03-15T12:00:00+05:30');
const DAY_MS = 86_400_000;

const app = setUpApp();
const steps = market(app);
const { customer, driver, admin } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  admin: () => app.register('admin'),
});
let template: RideDocument;

beforeAll(async () => {
  clock.setOffset(NOON - Date.now());
  const posted = await steps.ride(customer);
  await steps.quote(driver, posted, 100);
  const stored = await RideModel.findById(posted.id).lean<RideDocument>();
  if (!stored?.rates) throw new Error('the request has no rates');
  // The first 3 km cost 80, the other 6.1 km 20 each and the 23 minutes 1 each: 225, the usual price of the drawn
  // requests.
  const roads = (stored.roads ?? []).map((road) => ({
    ...road,
    distance_km: 9.1,
    duration_min: 23,
    source: 'roads' as const,
  }));
  const { open_slot: _slot, changed_at: _changed, ...kept } = stored;
  template = { ...kept, roads, rates: { ...stored.rates, hour_percent: 100 } };
  await RideModel.deleteMany({});
});
afterAll(() => clock.setOffset(0));

/** The stored document of a drawn request with all its quotes; the fields of `more` replace those of the template. */
function documentOf(drawn: Drawn, postedAt: number, more: Partial<RideDocument>): RideDocument {
  const [quote] = template.quotes;
  if (!quote) throw new Error('the request has no quote');
  return {
    ...template,
    _id: randomUUID(),
    created_at: new Date(postedAt),
    expires_at: new Date(postedAt + DAY_MS),
    quotes: drawn.quotes.map(({ after_s, price }) => ({
      ...quote,
      _id: randomUUID(),
      driver_id: randomUUID(),
      price_paise: price * 100,
      expires_at: null,
      created_at: new Date(postedAt + after_s * SECOND_MS),
    })),
    ...more,
  };
}
const closed = ({ open_s }: Drawn, postedAt: number) => ({
  status: 'cancelled' as const,
  closed_at: new Date(postedAt + open_s * SECOND_MS),
});

const read = async (path: string, { token }: TestPerson) => app.request('GET', path, { token });

/** Runs `work` with the clock stopped at a moment (epoch ms): the odds depend on the age of a request in seconds. */
async function stoppedAt<T>(moment: number, work: () => Promise<T>): Promise<T> {
  const now = Date.now();
  const stopped = jest.spyOn(Date, 'now').mockReturnValue(now);
  clock.setOffset(moment - now);
  try {
    return await work();
  } finally {
    stopped.mockRestore();
  }
}

/** Stores a request and adds its quotes at their times; after each quote the request's customer reads the odds. */
async function live(drawn: Drawn, postedAt: number): Promise<void> {
  const whole = documentOf(drawn, postedAt, {});
  await RideModel.collection.insertOne({ ...whole, quotes: [] } as never);
  for (const [at, { after_s }] of drawn.quotes.entries()) {
    if (after_s >= drawn.open_s) break;
    clock.setOffset(postedAt + after_s * SECOND_MS - Date.now());
    await RideModel.updateOne({ _id: whole._id }, { $set: { quotes: whole.quotes.slice(0, at + 1) } });
    const { status, body } = await stoppedAt(postedAt + after_s * SECOND_MS, () =>
      read(`/rides/request/${whole._id}/wait`, customer),
    );
    expect([status, (body as { outlook: WaitOutlook | null }).outlook?.scope ?? 'area_hour']).toEqual([
      200,
      'area_hour',
    ]);
  }
  await RideModel.updateOne({ _id: whole._id }, { $set: { quotes: whole.quotes, ...closed(drawn, postedAt) } });
}

test('for drawn requests the calibration that admins read equals the calibration that the formulas give', async () => {
  const drawn = drawRequests(HISTORY + REQUESTS, 7);
  const [history, requests] = [drawn.slice(0, HISTORY), drawn.slice(HISTORY)];
  const yesterday = NOON - DAY_MS;
  const past = history.map((request) =>
    documentOf(request, yesterday, { ...closed(request, yesterday), customer_id: randomUUID() }),
  );
  await RideModel.insertMany(past.map((row) => ({ ...row, changed_at: new Date() })));
  await wholeRun();
  for (const [at, request] of requests.entries()) await live(request, NOON + at * SECOND_MS);
  clock.setOffset(NOON + DAY_MS / 2 - Date.now());
  // One run processes at most 500 outcomes.
  for (let run = 0; run < 5; run++) await wholeRun();
  const { rows } = (await read('/admin/market/calibration', admin)).body as Calibration;
  expect(MID).toBe(225);
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(REQUESTS);
  expect(rows).toEqual(calibrationOf(requests, history));
}, 300_000);
