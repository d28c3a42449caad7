import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type DeviceFix, type LocationFailure, readPosition, watchPosition } from './geolocation';

/** A device that the test controls. */
class Device {
  onFix: PositionCallback | null = null;
  failed: PositionErrorCallback | null = null;
  watching = false;

  watchPosition = (onFix: PositionCallback, failed?: PositionErrorCallback | null) => {
    this.onFix = onFix;
    this.failed = failed ?? null;
    this.watching = true;
    return 1;
  };
  getCurrentPosition = this.watchPosition;
  clearWatch = () => {
    this.watching = false;
  };
  fix(lat: number, heading: number | null = null) {
    const coords = { latitude: lat, longitude: 77.2, heading, speed: null, accuracy: 5, altitude: null };
    const all = { ...coords, altitudeAccuracy: null, toJSON: () => coords };
    this.onFix?.({ coords: all, timestamp: 0, toJSON: () => all });
  }
  fail(code: number) {
    const error = { code, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 } as const;
    this.failed?.(error);
  }
}

let device: Device;
let fixes: DeviceFix[];
let failures: LocationFailure[];
const watch = () => watchPosition({ onFix: (fix) => fixes.push(fix), onError: (kind) => failures.push(kind) });

beforeEach(() => {
  jest.useFakeTimers();
  device = new Device();
  fixes = [];
  failures = [];
  Object.defineProperty(navigator, 'geolocation', { value: device, configurable: true });
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('watching the position', () => {
  test('ignores a transient failure before a fix', () => {
    const stop = watch();
    device.fail(2);
    device.fix(28.6, Number.NaN);
    jest.advanceTimersByTime(20_000);
    expect(failures).toEqual([]);
    expect(fixes).toMatchObject([{ lat: 28.6, lng: 77.2, heading: null, speed: null, accuracy: 5 }]);
    stop();
  });

  test("dates a fix by the time at which it is reported, not by the device's timestamp", () => {
    jest.setSystemTime(Date.parse('2026-11-21T04:30:00.000Z'));
    const stop = watch();
    device.fix(28.6);
    jest.advanceTimersByTime(60_000);
    device.fix(28.6);
    expect(fixes.map((fix) => fix.recorded_at)).toEqual(['2026-11-21T04:30:00.000Z', '2026-11-21T04:31:00.000Z']);
    stop();
  });

  test('reports a failure that is followed by ten seconds without a fix, and continues to watch', () => {
    const stop = watch();
    device.fail(3);
    device.fail(3);
    jest.advanceTimersByTime(10_000);
    expect(failures).toEqual(['unavailable']);
    expect(device.watching).toBe(true);
    stop();
    expect(device.watching).toBe(false);
  });

  test('ends when the permission is denied', () => {
    watch();
    device.fail(1);
    expect(failures).toEqual(['denied']);
    expect(device.watching).toBe(false);
  });

  test('is not supported outside of a secure page', async () => {
    Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true });
    watch();
    expect(failures).toEqual(['unsupported']);
    await expect(readPosition()).rejects.toMatchObject({ kind: 'unsupported' });
  });

  test('also gives its fix to a single read', async () => {
    const stop = watch();
    device.fix(28.7);
    await expect(readPosition()).resolves.toMatchObject({ lat: 28.7 });
    stop();
  });
});

describe('the position', () => {
  test('is read once for calls that come during a read, and in the second after it', async () => {
    const first = readPosition();
    const { onFix } = device;
    const second = readPosition();
    expect(device.onFix).toBe(onFix);
    device.fix(28.8);
    await expect(Promise.all([first, second])).resolves.toMatchObject([{ lat: 28.8 }, { lat: 28.8 }]);
    jest.advanceTimersByTime(999);
    await expect(readPosition()).resolves.toMatchObject({ lat: 28.8 });
    expect(device.onFix).toBe(onFix);
    jest.advanceTimersByTime(1);
    const third = readPosition();
    expect(device.onFix).not.toBe(onFix);
    device.fix(28.85);
    await expect(third).resolves.toMatchObject({ lat: 28.85 });
  });

  test('is read again at once after a failure', async () => {
    const failed = readPosition();
    device.fail(1);
    await expect(failed).rejects.toMatchObject({ kind: 'denied' });
    const again = readPosition();
    device.fix(28.87);
    await expect(again).resolves.toMatchObject({ lat: 28.87 });
  });

  test('is read again after a read that has not ended in ten seconds', async () => {
    void readPosition();
    jest.advanceTimersByTime(10_000);
    const again = readPosition();
    device.fix(28.9);
    await expect(again).resolves.toMatchObject({ lat: 28.9 });
  });
});
