import type { Point } from '@boli/shared/core/fields';
import type { DriversNear } from '@boli/shared/drivers/drivers.schema';
import { pointFrom } from '@boli/shared/testing/points';
import { afterEach, describe, expect, test } from '@jest/globals';
import { cellToBoundary, cellToLatLng, latLngToCell } from 'h3-js';
import mongoose from 'mongoose';
import { clock } from '../core/clock';
import type { TestPerson } from '../testing/app';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { DriverProfileModel } from './drivers.model';
import { profiles } from './drivers.repository';

const SECOND = 1_000;

const app = setUpApp();
const { customer } = setUpPeople({ customer: () => app.register('customer') });
const { countOnline } = profiles;
afterEach(() => {
  clock.setOffset(0);
  profiles.countOnline = countOnline;
});

let places = 0;
/** The centre of a cell that no other test uses, because counts are cached. */
const newPlace = (): Point => {
  const [lat, lng] = cellToLatLng(latLngToCell(20, 70 + places++, 7));
  return { lat, lng };
};
const near = async ({ lat, lng }: Point, { token }: TestPerson = customer) =>
  app.request<DriversNear>('GET', `/drivers/near?lat=${lat}&lng=${lng}`, { token });
const countAt = async (point: Point) => (await near(point)).body.count;
/** Reports that this driver is online at this point. */
const reportAt = async (person: TestPerson, point: Point, is_available = true) => {
  const body = { is_available, ...point };
  expect((await app.request('PUT', '/driver/availability', { token: person.token, body })).status).toBe(200);
};
const driverAt = async (point: Point) => {
  const person = await app.registerDriver();
  await reportAt(person, point);
  return person;
};

describe('the drivers near a point', () => {
  test('are those in its cell and the cells around it', async () => {
    const place = newPlace();
    await driverAt(place);
    await driverAt(pointFrom(place, 2_000, 0));
    await driverAt(pointFrom(place, 6_000, 0));
    expect(await near(place)).toMatchObject({ status: 200, body: { count: 2, radius_km: 3 } });
  });

  test('are the same for all points of one cell, so that moving the point does not locate a driver', async () => {
    const place = newPlace();
    // Two points near opposite corners of the cell, so that they are far apart and not equally far from the driver.
    const [north, , , south] = cellToBoundary(latLngToCell(place.lat, place.lng, 7)).map(([lat, lng]) => ({
      lat: lat + (place.lat - lat) / 10,
      lng: lng + (place.lng - lng) / 10,
    }));
    if (!north || !south) throw new Error('a cell has six corners');
    await driverAt(pointFrom(place, 2_400, 0));
    const asked: unknown[] = [];
    profiles.countOnline = (wanted) => {
      asked.push(wanted.cells);
      return countOnline(wanted);
    };
    const first = (await near(north)).body;
    clock.setOffset(31 * SECOND);
    expect((await near(south)).body).toEqual(first);
    expect(asked).toHaveLength(2);
    expect(asked[0]).toEqual(asked[1]);
  });

  test('are counted up to ten', async () => {
    const place = newPlace();
    for (let n = 0; n < 11; n++) await driverAt(place);
    expect(await countAt(place)).toBe(10);
  });

  test('do not include one who is offline, rejected or without a report in the last 90 seconds', async () => {
    const place = newPlace();
    await driverAt(place);
    await reportAt(await driverAt(place), place, false);
    const rejected = await driverAt(place);
    await DriverProfileModel.updateOne({ user_id: rejected.id }, { verification_status: 'rejected' });
    const stale = await driverAt(place);
    const before = new Date(clock.millis() - 91 * SECOND);
    await DriverProfileModel.updateOne({ user_id: stale.id }, { position_at: before });
    expect(await countAt(place)).toBe(1);
  });

  test('include only verified drivers if verification is required', async () => {
    const place = newPlace();
    await driverAt(place);
    const verified = await driverAt(place);
    await DriverProfileModel.updateOne({ user_id: verified.id }, { verification_status: 'verified' });
    const restore = withSettings({ REQUIRE_DRIVER_VERIFICATION: 'true' });
    expect(await countAt(place).finally(restore)).toBe(1);
  });

  test('are shown to customers only, for a valid point', async () => {
    const place = newPlace();
    expect((await near(place, await app.registerDriver())).status).toBe(403);
    expect((await near(place, await app.register('admin'))).status).toBe(403);
    expect((await near({ lat: 91, lng: 0 })).status).toBe(400);
    expect((await app.request('GET', '/drivers/near', { token: customer.token })).status).toBe(400);
  });
});

describe('the count of drivers near a point', () => {
  test('is read once for concurrent calls, and again after 30 seconds', async () => {
    const place = newPlace();
    let reads = 0;
    profiles.countOnline = (wanted) => {
      reads += 1;
      return countOnline(wanted);
    };
    expect(await Promise.all([countAt(place), countAt(place), countAt(place)])).toEqual([0, 0, 0]);
    await driverAt(place);
    expect([await countAt(place), reads]).toEqual([0, 1]);
    clock.setOffset(31 * SECOND);
    expect([await countAt(place), reads]).toEqual([1, 2]);
  });

  test('is read by the index of the cells', async () => {
    const filters: object[] = [];
    mongoose.set('debug', (collection: string, _method: string, filter: object) => {
      if (collection === 'driver_profiles') filters.push(filter);
    });
    await countAt(newPlace()).finally(() => mongoose.set('debug', false));
    expect(filters).toHaveLength(1);
    const plan = await DriverProfileModel.collection.find(filters[0] ?? {}).explain('queryPlanner');
    expect(JSON.stringify(plan)).toContain('"indexName":"position_cell_1_');
  });

  test('is not cached when it could not be read', async () => {
    const place = newPlace();
    await driverAt(place);
    profiles.countOnline = () => Promise.reject(new Error('the database is away'));
    expect((await near(place)).status).toBe(500);
    profiles.countOnline = countOnline;
    expect(await countAt(place)).toBe(1);
  });
});
