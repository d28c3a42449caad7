import { MAX_TRACK_POINTS } from '@boli/shared/core/constants';
import type { DeviceFix } from '../../core/geolocation';

/** Drops every second fix when the batch is full, so that a long tunnel keeps its beginning. */
function keep(buffer: DeviceFix[], fix: DeviceFix): DeviceFix[] {
  const kept = buffer.length < MAX_TRACK_POINTS ? buffer : buffer.filter((_, place) => place % 2 === 0);
  return [...kept, fix];
}

export interface Trail {
  add: (fix: DeviceFix) => void;
  /** Sends the queue as one batch, one batch at a time; a failed batch returns to the queue. Never rejects. */
  upload: () => Promise<void>;
}

/** The queue of fixes recorded offline, at most one batch. `track` rejects when the delivery failed. */
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
