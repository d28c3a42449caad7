import { MAX_TRACK_POINTS } from '@boli/shared/core/constants';
import type { DeviceFix } from '../../core/geolocation';

/** Keeps the whole way at half the detail when the batch is full, so that a long tunnel never loses its beginning. */
function keep(buffer: DeviceFix[], fix: DeviceFix): DeviceFix[] {
  const kept = buffer.length < MAX_TRACK_POINTS ? buffer : buffer.filter((_, place) => place % 2 === 0);
  return [...kept, fix];
}

export interface Trail {
  add: (fix: DeviceFix) => void;
  /** Sends what waits as one batch, one at a time; what could not be delivered waits on. Never rejects. */
  upload: () => Promise<void>;
}

/** The fixes of the time offline, at most a batch of them. `track` rejects when a batch could not be delivered. */
export function startTrail(track: (points: DeviceFix[]) => Promise<unknown>): Trail {
  let waiting: DeviceFix[] = [];
  let uploading = false;
  return {
    add: (fix) => {
      waiting = keep(waiting, fix);
    },
    upload: async () => {
      if (uploading || waiting.length === 0) return;
      uploading = true;
      const batch = waiting;
      waiting = [];
      try {
        await track(batch);
      } catch {
        waiting = [...batch, ...waiting].slice(-MAX_TRACK_POINTS);
      }
      uploading = false;
    },
  };
}
