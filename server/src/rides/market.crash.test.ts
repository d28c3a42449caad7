import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { MarketGroupModel, MarketProgressModel } from '../market/market.model';
import { type CrashableServer, openCrashableServer } from '../testing/crashable-server';
import { RideModel } from './rides.model';

const TEN_MINUTES_MS = 600_000;

let crashable: CrashableServer;
beforeAll(async () => {
  crashable = await openCrashableServer();
});
afterEach(() => crashable.rest());
afterAll(() => crashable.close());

const counted = async () => (await MarketGroupModel.findById('town:all').lean())?.reached[0] ?? 0;

test.each(['market.version_read', 'market.hour_stored', 'market.groups_stored'])(
  'after a server dies at %s, a closed request is counted once in its area, hour and town',
  async (failpoint) => {
    const { api, steps } = crashable.here;
    const customer = await api.register('customer');
    const ride = await steps.ride(customer);
    const before = await counted();
    await api.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
    // The change is then older than those that every run reads again.
    const changed_at = new Date(Date.now() - TEN_MINUTES_MS);
    await RideModel.collection.updateMany({}, { $set: { changed_at } });
    await MarketProgressModel.updateMany({}, { $set: { after: changed_at } });
    const { exit } = await crashable.start(failpoint);
    await exit;
    await crashable.finish(0);
    expect(await counted()).toBe(before + 1);
    const groups = await MarketGroupModel.find().lean();
    expect(groups.map(({ reached }) => reached[0]).sort()).toContain(before + 1);
  },
  180_000,
);
