import { POSITION_INTERVAL_MS, STALE_FIX_MS } from '@boli/shared/core/constants';
import type { DeviceFix } from '../../core/geolocation';
import { startTrail, type Trail } from './trail';

/** A fix that leaves at once: the server dates it, for a phone whose clock is wrong would seem to send old ones. */
type LiveFix = Omit<DeviceFix, 'recorded_at'>;

/** How fixes leave the device. `put` and `track` reject when they could not be delivered. */
export interface SharingPorts {
  isConnected: () => boolean;
  /** One position by socket; nobody waits for it. */
  emit: (fix: LiveFix) => void;
  /** One position by REST, while the socket is down. */
  put: (fix: LiveFix) => Promise<unknown>;
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

const undated = ({ recorded_at: _, ...fix }: DeviceFix): LiveFix => fix;

/** Sends one fix the best way there is: by socket, else by REST; one that is old or finds the line busy joins the trail. */
function startSending(ports: SharingPorts, trail: Trail) {
  let putting = false;

  const putFix = async (fix: DeviceFix) => {
    putting = true;
    try {
      await ports.put(undated(fix));
      await trail.upload();
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
      ports.emit(undated(fix));
      void trail.upload();
    } else {
      void putFix(fix);
    }
  };
}

/**
 * Sends a driver's fixes: at most one a second, by socket while it is connected, else by REST; those that could not be
 * sent wait and go as one batch once something gets through (specification, section 7; realtime contract, promise 6).
 */
export function startSharing(ports: SharingPorts): Sharing {
  const trail = startTrail(ports.track);
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
    take: (fix) => {
      newest = fix;
      last = fix;
      schedule();
    },
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
