import { added, noTally, tallyOf } from '@boli/shared/market/tally';
import { describe, expect, jest, test } from '@jest/globals';
import { cellToLatLng } from 'h3-js';
import { clock } from '../core/clock';
import { openPoint } from '../rides/pickup';
import { RideModel } from '../rides/rides.model';
import { aRoute, market } from '../testing/market';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { areaOf, townHour } from './area';
import { EstimateModel } from './estimates.model';
import { estimates } from './estimates.repository';
import { MarketHourModel } from './market.model';
import { groupId, hourId, marketRows } from './market.repository';
import { keepGroups, keepHour } from './market.service';

const app = setUpApp({ settings: { PICKUP_PRIVACY: 'approximate' } });
const steps = market(app);
const { customer } = setUpPeople({ customer: () => app.register('customer') });

const anHour = (area: string) => ({ area, ...townHour(clock.now()) });
const of = (count: number) => added(Array.from({ length: count }, () => tallyOf({ open_s: 10, quotes: [] })));
const countIn = async ({ area, hour }: { area: string; hour: number }) =>
  (await marketRows.hoursOf(area, hour, new Date(0)))[0]?.reached[0];

describe('an hour of an area', () => {
  test('never replaces counts that were computed from newer documents', async () => {
    const key = anHour('slow');
    let reads = 0;
    // While the first read is slow, another process reads more and stores it.
    await keepHour(key, async () => {
      reads++;
      if (reads === 1) await keepHour(key, async () => of(5));
      return of(reads === 1 ? 4 : 5);
    });
    expect(reads).toBe(2);
    expect(await countIn(key)).toBe(5);
    await keepHour(key, async () => of(6));
    expect(await countIn(key)).toBe(6);
  });

  test('has the counts of the latest documents after twenty concurrent computations', async () => {
    const key = anHour('busy');
    let stored = 0;
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        stored++;
        await keepHour(key, async () => of(stored));
      }),
    );
    expect(await countIn(key)).toBe(20);
    expect(noTally.reached).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  test('is not written again if its counts are the same', async () => {
    const key = anHour('idle');
    await keepHour(key, async () => of(3));
    const version = async () => (await MarketHourModel.findById(hourId(key)).lean())?.version;
    expect(await version()).toBe(1);
    await keepHour(key, async () => of(3));
    expect(await version()).toBe(1);
    await keepHour(key, async () => of(4));
    expect(await version()).toBe(2);
  });

  test('begins with the full hour in the time zone of the town, also in a zone that is offset by half an hour', () => {
    expect(townHour(new Date('2026-11-21T18:29:59.999Z'))).toEqual({
      hour: 23,
      starts_at: new Date('2026-11-21T17:30:00Z'),
    });
    expect(townHour(new Date('2026-11-21T18:30:00Z'))).toEqual({
      hour: 0,
      starts_at: new Date('2026-11-21T18:30:00Z'),
    });
  });
});

describe('a group', () => {
  test('that has become empty is not replaced by counts that were computed earlier', async () => {
    const key = anHour('emptied');
    const group = { area: key.area, hour: key.hour };
    const counted = async () => (await marketRows.groups([group])).get(groupId(group));
    await keepHour(key, async () => of(2));
    // While one process reads, before the group exists, others store it and empty it again.
    const read = jest.spyOn(marketRows, 'hoursOf');
    read.mockImplementationOnce(async () => {
      const old = [of(2)];
      read.mockRestore();
      await keepGroups([key]);
      await keepHour(key, async () => of(0));
      await keepGroups([key]);
      expect((await counted())?.reached[0] ?? 0).toBe(0);
      return old;
    });
    await keepGroups([key]);
    expect((await counted())?.reached[0]).toBe(0);
    expect((await counted())?.version).toBe(2);
  });
});

test('the hours of the town are computed with one time format for all documents', () => {
  townHour(clock.now());
  const made = jest.spyOn(Intl, 'DateTimeFormat');
  for (let hours = 0; hours < 50; hours++) townHour(new Date(hours * 3_600_000));
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});

test('the area of a request is that of the pickup that drivers are shown', async () => {
  // Near the edge of a cell, some pickups are in another area than the point that drivers are shown.
  const [lat, lng] = cellToLatLng(areaOf({ lat: aRoute.pickup_lat, lng: aRoute.pickup_lng }));
  const line = Array.from({ length: 400 }, (_, n) => ({ pickup_lat: lat + n * 0.0001, pickup_lng: lng }));
  const exactOf = ({ pickup_lat, pickup_lng }: (typeof line)[number]) => areaOf({ lat: pickup_lat, lng: pickup_lng });
  const apart = line.find((pickup) => exactOf(pickup) !== areaOf(openPoint(pickup)));
  if (!apart) throw new Error('no pickup near an edge');
  const ride = await steps.ride(customer, apart);
  expect((await RideModel.findById(ride.id).lean())?.area).toBe(areaOf(openPoint(apart)));
});

test('the first estimate of a price on a request stays', async () => {
  const at = clock.now();
  const first = { _id: 'one', ride_id: 'r', price_paise: 100, said: 'in_4' as const, chance: 0.25, at, until: at };
  await estimates.record(first);
  await estimates.record({ ...first, said: 'likely', chance: 0.9 });
  expect(await EstimateModel.findById('one').lean()).toEqual(first);
});
