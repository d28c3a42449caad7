import { MAX_TRACK_POINTS } from '@boli/shared/core/constants';
import type { DeviceFix } from '../../../core/geolocation';

/** The fixes of one booking that the server does not have yet. Its functions reject if the browser refuses storage. */
export interface TrailStore {
  add: (fix: DeviceFix) => Promise<void>;
  /** The oldest fixes, oldest first, at most one batch. */
  oldest: () => Promise<TrailFix[]>;
  remove: (fixes: readonly TrailFix[]) => Promise<void>;
  /** Runs `work` unless it is running already, in this page or another one. */
  alone: (work: () => Promise<void>) => Promise<void>;
}

/** What a trail keeps of a fix. */
export type TrailFix = Pick<DeviceFix, 'lat' | 'lng' | 'accuracy' | 'recorded_at'>;

/** Drops every second fix when the queue is full: after a long tunnel the queue still begins where the tunnel did. */
function keep(buffer: TrailFix[], fix: TrailFix): TrailFix[] {
  const kept = buffer.length < MAX_TRACK_POINTS ? buffer : buffer.filter((_, place) => place % 2 === 0);
  return [...kept, fix];
}

/** A store in memory, for at most one batch, for a browser that refuses storage. */
export function memoryStore(): TrailStore {
  let waiting: TrailFix[] = [];
  let running = false;
  return {
    add: async (fix) => {
      waiting = keep(waiting, fix);
    },
    oldest: async () => waiting,
    remove: async (fixes) => {
      waiting = waiting.filter((fix) => !fixes.includes(fix));
    },
    alone: async (work) => {
      if (running) return;
      running = true;
      await work().finally(() => {
        running = false;
      });
    },
  };
}

export interface Trail {
  add: (fix: DeviceFix) => void;
  /** Sends the queue in batches, oldest first, one at a time; a failed batch stays in the queue. Never rejects. */
  upload: () => Promise<void>;
}

/** The queue of fixes recorded offline. `track` rejects when the delivery failed. */
export function startTrail(track: (points: TrailFix[]) => Promise<unknown>, store: TrailStore): Trail {
  const fallback = memoryStore();
  const send = async (from: TrailStore) => {
    for (let batch = await from.oldest(); batch.length > 0; batch = await from.oldest()) {
      await track(batch);
      await from.remove(batch);
    }
  };
  // A failed upload is repeated with the next position, or on reconnect.
  const upload = (from: TrailStore) => from.alone(() => send(from)).catch(() => undefined);
  return {
    add: (fix) => void store.add(fix).catch(() => fallback.add(fix)),
    upload: async () => {
      await upload(store);
      await upload(fallback);
    },
  };
}
