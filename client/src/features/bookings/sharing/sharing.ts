import { POSITION_INTERVAL_MS, STALE_FIX_MS } from '@boli/shared/core/constants';
import type { DeviceFix } from '../../../core/geolocation';
import { startTrail, type Trail, type TrailFix, type TrailStore } from './trail';

/** A fix that is sent immediately: the server sets its time, because the phone's clock may be wrong. */
export type UndatedFix = Omit<DeviceFix, 'recorded_at'>;

/** How fixes are sent. `emit`, `put` and `track` reject when the delivery failed. */
export interface SharingPorts {
  isConnected: () => boolean;
  /** Sends one position by socket; rejects when it is not acknowledged in time. */
  emit: (fix: UndatedFix) => Promise<unknown>;
  /** Sends one position by HTTP, while the socket is disconnected. */
  put: (fix: UndatedFix) => Promise<unknown>;
  /** Uploads the fixes recorded offline; they are never shown as the current position. */
  track: (points: TrailFix[]) => Promise<unknown>;
  /** Stores the fixes recorded offline. */
  store: TrailStore;
  /** Whether the page is in the background, as with the screen off. */
  isHidden: () => boolean;
  now: () => number;
}

export interface Sharing {
  addFix: (fix: DeviceFix) => void;
  /**
   * A fix that the phone has sent by itself, once and without a queue. While the page is hidden the fix joins the trail,
   * because it may not have arrived. If it has, nothing is stored twice: the server keeps one point of each second.
   */
  addSentFix: (fix: DeviceFix) => void;
  /** Call when the page is visible again: sends the trail. */
  returned: () => void;
  /** Call on reconnect: sends the newest position, then the trail; after `stop` only the trail. */
  reconnected: () => void;
  stop: () => void;
}

const undated = ({ recorded_at: _, ...fix }: DeviceFix): UndatedFix => fix;

/**
 * Sends one fix by socket, or by HTTP while the socket is disconnected. The fix joins the trail if it is old, if it would
 * go by HTTP while an earlier HTTP request is pending, or if its delivery fails.
 */
function startSending(ports: SharingPorts, trail: Trail) {
  let putting = false;

  /**
   * A trail that grows while the page is hidden is uploaded when the page is visible again: as one batch, not one per
   * fix.
   */
  const upload = async () => {
    if (!ports.isHidden()) await trail.upload();
  };

  const putFix = async (fix: DeviceFix) => {
    putting = true;
    try {
      await ports.put(undated(fix));
      await upload();
    } catch {
      trail.add(fix);
    }
    putting = false;
  };

  return (fix: DeviceFix) => {
    const isOld = ports.now() - Date.parse(fix.recorded_at) > STALE_FIX_MS;
    if (isOld || (putting && !ports.isConnected())) {
      trail.add(fix);
    } else if (ports.isConnected()) {
      ports.emit(undated(fix)).catch(() => trail.add(fix));
      void upload();
    } else {
      void putFix(fix);
    }
  };
}

/**
 * Sends a driver's fixes, at most one per second: by socket while it is connected, else by HTTP. Undelivered fixes are
 * queued, and sent in batches with a later fix or after a reconnect (specification, section 7; realtime contract,
 * promise 6).
 */
export function startSharing(ports: SharingPorts): Sharing {
  const trail = startTrail(ports.track, ports.store);
  const send = startSending(ports, trail);
  let newest: DeviceFix | null = null;
  let last: DeviceFix | null = null;
  let lastSent = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let stopped = false;

  const sendNewest = () => {
    timer = null;
    if (stopped || !newest) return;
    const fix = newest;
    newest = null;
    lastSent = ports.now();
    send(fix);
  };

  const schedule = () => {
    if (timer || stopped) return;
    const wait = lastSent + POSITION_INTERVAL_MS - ports.now();
    if (wait <= 0) sendNewest();
    else timer = setTimeout(sendNewest, wait);
  };

  return {
    addFix: (fix) => {
      newest = fix;
      last = fix;
      schedule();
    },
    addSentFix: (fix) => {
      if (!stopped && ports.isHidden()) trail.add(fix);
    },
    returned: () => void trail.upload(),
    reconnected: () => {
      newest ??= last;
      if (timer) clearTimeout(timer);
      sendNewest();
      void trail.upload();
    },
    stop: () => {
      stopped = true;
      if (timer) clearTimeout(timer);
      if (ports.isConnected()) void trail.upload();
    },
  };
}
