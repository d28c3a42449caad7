import type { Point } from '@boli/shared/core/fields';

const DENIED = 1;
const UNAVAILABLE = 2;

/** A device that tells where it is: a place, or why it does not. `asked` keeps the options of each question. */
export interface StandInDevice {
  at: Point | 'denied' | 'unavailable';
  asked: (PositionOptions | undefined)[];
  watching: boolean;
  /** A watched device has moved. */
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

/** Gives the page a device of the test's own. */
export function standInDevice(at: StandInDevice['at'] = { lat: 28.62, lng: 77.21 }): StandInDevice {
  let heard: PositionCallback | null = null;
  const device: StandInDevice = {
    at,
    asked: [],
    watching: false,
    move: (to) => heard?.(fixAt(to)),
  };
  const answer = (told: PositionCallback, failed?: PositionErrorCallback | null) => {
    const place = device.at;
    if (typeof place === 'object') return told(fixAt(place));
    const code = place === 'denied' ? DENIED : UNAVAILABLE;
    failed?.({ code, message: place, PERMISSION_DENIED: DENIED, POSITION_UNAVAILABLE: UNAVAILABLE, TIMEOUT: 3 });
  };
  const geolocation: Geolocation = {
    getCurrentPosition: (told, failed, options) => {
      device.asked.push(options);
      queueMicrotask(() => answer(told, failed));
    },
    watchPosition: (told, failed, options) => {
      device.asked.push(options);
      device.watching = true;
      heard = told;
      queueMicrotask(() => answer(told, failed));
      return 1;
    },
    clearWatch: () => {
      device.watching = false;
      heard = null;
    },
  };
  Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
  return device;
}

/** A browser that knows nothing of places. */
export function noDevice(): void {
  Object.defineProperty(navigator, 'geolocation', { value: undefined, configurable: true });
}

/** Says whether the page may read the position without asking; null for a browser that cannot tell. */
export function standInPermission(state: PermissionState | null): void {
  const permissions = { query: async () => ({ state }) };
  Object.defineProperty(navigator, 'permissions', {
    configurable: true,
    value: state === null ? undefined : permissions,
  });
}
