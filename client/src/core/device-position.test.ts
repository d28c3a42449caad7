import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type FakeDevice, fakeDevice, fakePermission } from '../testing/device';
import { hasLocationPermission, refreshPosition, requestPosition, useDevicePosition } from './device-position';

let device: FakeDevice;
beforeEach(() => {
  device = fakeDevice({ lat: 28.62, lng: 77.21 });
});
afterEach(() => useDevicePosition.setState({ place: null }));

test('a position is refreshed only if that needs no permission prompt', async () => {
  for (const state of ['prompt', 'denied', null] as const) {
    fakePermission(state);
    expect(await refreshPosition()).toBeNull();
  }
  expect([device.asked, useDevicePosition.getState().place]).toEqual([[], null]);
  fakePermission('granted');
  expect(await hasLocationPermission()).toBe(true);
  expect(await refreshPosition()).toEqual({ lat: 28.62, lng: 77.21 });
  expect(useDevicePosition.getState().place).toEqual({ lat: 28.62, lng: 77.21 });
});

test('a failed read keeps the last known position', async () => {
  fakePermission('granted');
  await refreshPosition();
  device = fakeDevice('unavailable');
  expect(await refreshPosition()).toBeNull();
  await expect(requestPosition()).rejects.toMatchObject({ kind: 'unavailable' });
  expect(useDevicePosition.getState().place).toEqual({ lat: 28.62, lng: 77.21 });
});
