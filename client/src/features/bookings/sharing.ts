import { MAX_TRACK_POINTS, POSITION_INTERVAL_MS, STALE_FIX_MS } from '@boli/shared/core/constants';
import type { DeviceFix } from '../../core/geolocation';

/** How fixes leave the device. `put` and `track` reject when they could not be delivered. */
export interface SharingPorts {
  isConnected: () => boolean;
  /** One position by socket; nobody waits for it. */
  emit: (fix: DeviceFix) => void;
  /** One position by REST, while the socket is down. */
  put: (fix: DeviceFix) => Promise<unknown>;
  /** The trail of the time offline; never shown as live. */
  track: (points: DeviceFix[]) => Promise<unknown>;
  now: () => number;
}

export interface Sharing {
  take: (fix: DeviceFix) => void;
  /** The socket is back: the newest position goes first, then the trail; after `stop` the trail alone. */
  reconnected: () => void;
  stop: () => void;
}

/** Keeps the whole way at half the detail when the batch is full, so that a long tunnel never loses its beginning. */
function keep(buffer: DeviceFix[], fix: DeviceFix): DeviceFix[] {
  const kept = buffer.length < MAX_TRACK_POINTS ? buffer : buffer.filter((_, place) => place % 2 === 0);
  return [...kept, fix];
}

/**
 * Sends a driver's fixes: at most one a second, by socket while it is connected, else by REST; those that could not be
 * sent wait and go as one batch once something gets through (specification, section 7; realtime contract, promise 6).
 */
export function startSharing(ports: SharingPorts): Sharing {
  let buffer: DeviceFix[] = [];
  let newest: DeviceFix | null = null;
  let last: DeviceFix | null = null;
  let lastSent = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let putting = false;
  let tracking = false;
  let stopped = false;

  const uploadTrail = async () => {
    if (tracking || buffer.length === 0) return;
    tracking = true;
    const batch = buffer;
    buffer = [];
    try {
      await ports.track(batch);
    } catch {
      buffer = [...batch, ...buffer].slice(-MAX_TRACK_POINTS);
    }
    tracking = false;
  };

  const putFix = async (fix: DeviceFix) => {
    putting = true;
    try {
      await ports.put(fix);
      await uploadTrail();
    } catch {
      buffer = keep(buffer, fix);
    }
    putting = false;
  };

  const send = (fix: DeviceFix) => {
    lastSent = ports.now();
    const stale = lastSent - Date.parse(fix.recorded_at) > STALE_FIX_MS;
    if (stale || (putting && !ports.isConnected())) {
      buffer = keep(buffer, fix);
    } else if (ports.isConnected()) {
      ports.emit(fix);
      void uploadTrail();
    } else {
      void putFix(fix);
    }
  };

  const sendNewest = () => {
    timer = null;
    if (stopped || !newest) return;
    const fix = newest;
    newest = null;
    send(fix);
  };

  const schedule = () => {
    if (timer || stopped) return;
    const wait = lastSent + POSITION_INTERVAL_MS - ports.now();
    if (wait <= 0) sendNewest();
    else timer = setTimeout(sendNewest, wait);
  };

  return {
    take: (fix) => {
      newest = fix;
      last = fix;
      schedule();
    },
    reconnected: () => {
      newest ??= last;
      if (timer) clearTimeout(timer);
      sendNewest();
      void uploadTrail();
    },
    stop: () => {
      stopped = true;
      if (timer) clearTimeout(timer);
      if (ports.isConnected()) void uploadTrail();
    },
  };
}
