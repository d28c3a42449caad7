import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { afterEach, expect, jest, test } from '@jest/globals';
import { changeAvailability, loadProfile, onDriverUpdated, upsertProfile, useDriver } from './drivers.store';

const profile: DriverProfile = {
  ...{
    id: 'p1',
    user_id: 'u1',
    car_model: 'WagonR',
    experience_years: 7,
    license_number: 'DL-1',
    vehicle_number: null,
    vehicle_class: null,
  },
  ...{
    upi_id: null,
    cost_per_km: null,
    verification_status: 'verified' as const,
    rejection_reason: null,
    is_available: true,
  },
  ...{ driver_photo: '/a', vehicle_image: '/b', rc_document: '/c', license_document: '/d', fitness_document: '/e' },
  ...{ average_rating: 0, total_ratings: 0 },
};

afterEach(() => {
  jest.useRealTimers();
  useDriver.setState({ turnedTo: null });
});

test('a profile that was requested before the driver went offline does not show the driver online again', async () => {
  let answerRead = (_profile: DriverProfile): void => undefined;
  globalThis.fetch = async (_address, init) => {
    if (init?.method === 'PUT' || init?.method === 'POST') return Response.json({ ok: true, is_available: false });
    const read = await new Promise<DriverProfile>((resolve) => {
      answerRead = resolve;
    });
    return Response.json(read);
  };
  upsertProfile(profile);
  const reading = loadProfile();
  await changeAvailability(false);
  answerRead({ ...profile, car_model: 'Dzire' });
  await reading;
  expect(useDriver.getState().profile).toMatchObject({ is_available: false, car_model: 'Dzire' });
});

test('an outdated profile that is pushed while the switch is turned does not turn it back; the profile is read 2 seconds later', async () => {
  jest.useFakeTimers();
  const reads: string[] = [];
  globalThis.fetch = async (address, init) => {
    if (init?.method === 'PUT' || init?.method === 'POST') {
      onDriverUpdated({ profile });
      return Response.json({ ok: true, is_available: false });
    }
    reads.push(String(address));
    return Response.json(profile);
  };
  upsertProfile(profile);
  await changeAvailability(false);
  expect(useDriver.getState().profile?.is_available).toBe(false);
  onDriverUpdated({ profile });
  expect(useDriver.getState().profile?.is_available).toBe(false);
  expect(reads).toEqual([]);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(reads).toHaveLength(1);
  expect(useDriver.getState().profile?.is_available).toBe(true);
});
