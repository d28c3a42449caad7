import { GEOLOCATION_TIMEOUT_MS } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';

/**
 * A position of the device: `heading` in degrees from north, `speed` in metres per second, `accuracy` in metres.
 * `recorded_at` (ISO 8601, UTC) is when the device reported the position to this page, not the position's own
 * timestamp.
 */
export interface DeviceFix extends Point {
  heading: number | null;
  speed: number | null;
  accuracy: number | null;
  recorded_at: string;
}

/** `unsupported` also if the page is not served over HTTPS: browsers then give no position at all. */
export type LocationFailure = 'denied' | 'unavailable' | 'unsupported';

/** The position could not be read; `kind` is the cause. */
export class LocationError extends Error {
  readonly kind: LocationFailure;
  constructor(kind: LocationFailure) {
    super(kind);
    this.name = 'LocationError';
    this.kind = kind;
  }
}

interface PositionWatcher {
  onFix: (fix: DeviceFix) => void;
  onError: (kind: LocationFailure) => void;
}

const PERMISSION_DENIED = 1;
/** Specification, section 9: high accuracy, 10 second time-out, no cached position. */
const options: PositionOptions = { enableHighAccuracy: true, timeout: GEOLOCATION_TIMEOUT_MS, maximumAge: 0 };

/** The newest fix of a running watch. It also answers single reads: in some browsers these time out during a watch. */
let watched: { fix: DeviceFix; at: number } | null = null;
let watches = 0;
/** For this long (ms) the result of a read also answers later calls. */
const SHARED_MS = 1000;
/**
 * The last read of `from`, the device's geolocation, which the native shell and tests replace. Calls within `ms`
 * milliseconds of `at`, when the read began or, once it has ended, when it ended, share its result.
 */
let reading: { fix: Promise<DeviceFix>; from: Geolocation; at: number; ms: number } | null = null;

const finiteOrNull = (value: number | null) => (value === null || Number.isNaN(value) ? null : value);

function toFix({ coords }: GeolocationPosition): DeviceFix {
  return {
    lat: coords.latitude,
    lng: coords.longitude,
    heading: finiteOrNull(coords.heading),
    speed: finiteOrNull(coords.speed),
    accuracy: finiteOrNull(coords.accuracy),
    recorded_at: new Date().toISOString(),
  };
}

/** Whether this page can ask for the device's position. */
export function isGeolocationSupported(): boolean {
  return typeof navigator !== 'undefined' && Boolean(navigator.geolocation) && window.isSecureContext !== false;
}

/**
 * The device's position: read now or at most a second ago, or the newest fix of a running watch if that is less than ten
 * seconds old. Calls during a read, and in the second after it succeeded, share its result: Chromium answers a second
 * read that follows so closely only when the device has moved. Rejects with a `LocationError`.
 */
export function readPosition(): Promise<DeviceFix> {
  if (!isGeolocationSupported()) return Promise.reject(new LocationError('unsupported'));
  if (watches > 0 && watched && Date.now() - watched.at < GEOLOCATION_TIMEOUT_MS) return Promise.resolve(watched.fix);
  const from = navigator.geolocation;
  // The difference is negative after the clock was set back.
  if (reading?.from === from && Math.abs(Date.now() - reading.at) < reading.ms) return reading.fix;
  // A read may never end, for example while a permission prompt is not answered: then a later call reads again.
  const read = { fix: readFromDevice(), from, at: Date.now(), ms: GEOLOCATION_TIMEOUT_MS };
  reading = read;
  const shareFor = (ms: number) => Object.assign(read, { at: Date.now(), ms });
  read.fix.then(
    () => shareFor(SHARED_MS),
    () => shareFor(0),
  );
  return read.fix;
}

function readFromDevice(): Promise<DeviceFix> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      (position) => resolve(toFix(position)),
      (error) => reject(new LocationError(error.code === PERMISSION_DENIED ? 'denied' : 'unavailable')),
      options,
    );
  });
}

/**
 * Watches the position until the returned dispose function is called. `denied` and `unsupported` end the watch;
 * `unavailable` is reported only if no fix comes within ten seconds of a failure, because devices report transient
 * failures first.
 */
export function watchPosition({ onFix, onError }: PositionWatcher): () => void {
  if (!isGeolocationSupported()) {
    onError('unsupported');
    return () => {};
  }
  let errorTimer: ReturnType<typeof setTimeout> | null = null;
  let running = true;
  const clearErrorTimer = () => {
    if (errorTimer) clearTimeout(errorTimer);
    errorTimer = null;
  };
  const stop = () => {
    if (!running) return;
    running = false;
    watches -= 1;
    clearErrorTimer();
    navigator.geolocation.clearWatch(id);
  };
  watches += 1;
  const id = navigator.geolocation.watchPosition(
    (position) => {
      clearErrorTimer();
      const fix = toFix(position);
      watched = { fix, at: Date.now() };
      onFix(fix);
    },
    (error) => {
      if (error.code === PERMISSION_DENIED) {
        stop();
        onError('denied');
      } else if (!errorTimer) {
        errorTimer = setTimeout(() => onError('unavailable'), GEOLOCATION_TIMEOUT_MS);
      }
    },
    options,
  );
  return stop;
}
