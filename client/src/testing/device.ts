import type { Point } from '@boli/shared/core/fields';

const DENIED = 1;
const UNAVAILABLE = 2;

/** A fake geolocation device: its position, or why there is none. `asked` records the options of each request. */
export interface FakeDevice {
  at: Point | 'denied' | 'unavailable';
  asked: (PositionOptions | undefined)[];
  watching: boolean;
  /** Moves a watched device. */
  move: (to: Point) => void;
}

function fixAt({ lat, lng }: Point): GeolocationPosition {
  const coords = {
    ...{ latitude: lat, longitude: lng, accuracy: 5 },
    ...{ heading: null, speed: null, altitude: null, altitudeAccuracy: null },
  };
  return {
    coords: { ...coords, toJSON: () => coords },
    timestamp: Date.now(),
    toJSON: () => coords,
  };
}

/** Replaces `navigator.geolocation` by a fake device. */
export function fakeDevice(at: FakeDevice['at'] = { lat: 28.62, lng: 77.21 }): FakeDevice {
  let watcher: PositionCallback | null = null;
  const device: FakeDevice = {
    at,
    asked: [],
    watching: false,
    move: (to) => watcher?.(fixAt(to)),
  };
  const answer = (onSuccess: PositionCallback, failed?: PositionErrorCallback | null) => {
    const place = device.at;
    if (typeof place === 'object') return onSuccess(fixAt(place));
    const code = place === 'denied' ? DENIED : UNAVAILABLE;
    failed?.({ code, message: place, PERMISSION_DENIED: DENIED, POSITION_UNAVAILABLE: UNAVAILABLE, TIMEOUT: 3 });
  };
  const geolocation: Geolocation = {
    getCurrentPosition: (onSuccess, failed, options) => {
      device.asked.push(options);
      queueMicrotask(() => answer(onSuccess, failed));
    },
    watchPosition: (onSuccess, failed, options) => {
      device.asked.push(options);
      device.watching = true;
      watcher = onSuccess;
      queueMicrotask(() => answer(onSuccess, failed));
      return 1;
    },
    clearWatch: () => {
      device.watching = false;
      watcher = null;
    },
  };
  Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
  return device;
}

/** Removes `navigator.geolocation`. */
export function removeGeolocation(): void {
  Object.defineProperty(navigator, 'geolocation', { value: undefined, configurable: true });
}

/** Sets the geolocation permission; null for a browser without the Permissions API. */
export function fakePermission(state: PermissionState | null): void {
  const permissions = { query: async () => ({ state }) };
  Object.defineProperty(navigator, 'permissions', {
    configurable: true,
    value: state === null ? undefined : permissions,
  });
}
