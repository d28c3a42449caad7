import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type StandInDevice, standInDevice, standInPermission } from '../testing/device';
import { askPlace, mayLocate, renewPlace, useOwnPlace } from './own-place';

let device: StandInDevice;
beforeEach(() => {
  device = standInDevice({ lat: 28.62, lng: 77.21 });
});
afterEach(() => useOwnPlace.setState({ place: null }));

test('a place is renewed only where nobody has to be asked', async () => {
  for (const state of ['prompt', 'denied', null] as const) {
    standInPermission(state);
    expect(await renewPlace()).toBeNull();
  }
  expect([device.asked, useOwnPlace.getState().place]).toEqual([[], null]);
  standInPermission('granted');
  expect(await mayLocate()).toBe(true);
  expect(await renewPlace()).toEqual({ lat: 28.62, lng: 77.21 });
  expect(useOwnPlace.getState().place).toEqual({ lat: 28.62, lng: 77.21 });
});

test('a device that does not tell leaves the place known before', async () => {
  standInPermission('granted');
  await renewPlace();
  device.at = 'unavailable';
  expect(await renewPlace()).toBeNull();
  await expect(askPlace()).rejects.toMatchObject({ kind: 'unavailable' });
  expect(useOwnPlace.getState().place).toEqual({ lat: 28.62, lng: 77.21 });
});
