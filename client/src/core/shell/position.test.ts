import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { type FakeBridge, fakeBridge } from '../../testing/bridge';
import { hasLocationPermission } from '../device-position';
import type { DeviceFix, LocationFailure } from '../geolocation';
import { installNativePosition } from './position';

let phone: FakeBridge;
let readPosition: typeof import('../geolocation').readPosition;
let watchPosition: typeof import('../geolocation').watchPosition;

beforeEach(async () => {
  // The module remembers the last read.
  jest.resetModules();
  ({ readPosition, watchPosition } = await import('../geolocation'));
});
afterEach(() => phone.remove());

const at = (latitude: number) => ({
  timestamp: 1,
  coords: { latitude, longitude: 77.2, accuracy: 5, heading: null, speed: 3, altitude: null, altitudeAccuracy: null },
});
const open = (answers: Parameters<typeof fakeBridge>[0]) => {
  phone = fakeBridge(answers);
  installNativePosition();
};

test('a position is read by the phone, with the same accuracy as in a browser', async () => {
  open({ 'Geolocation.getCurrentPosition': async () => at(28.6) });
  expect(await readPosition()).toMatchObject({ lat: 28.6, lng: 77.2, accuracy: 5, speed: 3 });
  expect(phone.calls).toEqual([
    {
      name: 'Geolocation.getCurrentPosition',
      options: { enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 },
    },
  ]);
});

test.each([
  ['OS-PLUG-GLOC-0003', 'denied'],
  ['OS-PLUG-GLOC-0007', 'unavailable'],
])('the failure %s of the plugin is reported as %s', async (code, kind) => {
  open({ 'Geolocation.getCurrentPosition': () => Promise.reject({ code, message: 'no' }) });
  await expect(readPosition()).rejects.toMatchObject({ kind });
});

test('a watch reports fixes until it ends, and the next one starts after it has ended', () => {
  const listeners: ((position: object | null, error?: object) => void)[] = [];
  open({
    'Geolocation.watchPosition': (_options: never, listener: (typeof listeners)[number]) =>
      String(listeners.push(listener)),
  });
  const received: (DeviceFix | LocationFailure)[] = [];
  const watch = () => watchPosition({ onFix: (fix) => received.push(fix), onError: (kind) => received.push(kind) });
  const stop = watch();
  listeners[0]?.(at(28.61));
  stop();
  listeners[0]?.(at(28.62));
  watch();
  listeners[1]?.(null, { code: 'OS-PLUG-GLOC-0003' });
  expect(received).toEqual([expect.objectContaining({ lat: 28.61 }), 'denied']);
  expect(phone.names()).toEqual([
    'Geolocation.watchPosition',
    'Geolocation.clearWatch',
    'Geolocation.watchPosition',
    'Geolocation.clearWatch',
  ]);
  expect(phone.calls[1]?.options).toEqual({ id: '1' });
});

test.each([
  ['granted', true],
  ['denied', false],
  ['prompt-with-rationale', false],
])('the permission %s of the app is read without a prompt', async (location, known) => {
  open({ 'Geolocation.checkPermissions': async () => ({ location }) });
  await waitFor(async () => expect(await hasLocationPermission()).toBe(known));
});
