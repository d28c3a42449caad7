import type { Server as HttpServer } from 'node:http';
import { forgetArrivals } from '../arrival/arrival.service';
import { workFinished } from '../core/unfinished';
import { type NodesLink, openHub } from '../realtime/hub';
import { startPositions, stopPositions } from '../tracking/positions';
import { receiveFromNode, startPublishing } from './nodes';

/**
 * The running requests and all other unfinished work are given this long together (ms). Most of it is finished within
 * a few milliseconds; the database or a gateway may not answer at all.
 */
const FINISH_MS = 2_000;

/** The realtime side of a server: the hub and the writer of positions. */
export interface Realtime {
  /** Closes the sockets one after the other within the next `ms` milliseconds, after which the server stops. */
  drain(ms: number): void;
  /**
   * Closes every socket, and waits for the running HTTP requests (`requests`) and for the work that requests and
   * messages have begun. The events of this work are still published to the other nodes. Then stores the positions that
   * are not stored yet; the running requests may have added some.
   */
  close(requests?: Promise<void>): Promise<void>;
}

/** Opens the realtime side on the server that carries the REST API. With an adapter this process is one of several nodes. */
export function startRealtime(http: HttpServer, adapter?: NodesLink['adapter']): Realtime {
  const hub = openHub(http, adapter && { adapter, receive: (message) => void receiveFromNode(message) });
  const stopPublishing = adapter && startPublishing();
  startPositions();
  return {
    drain: hub.drain,
    async close(requests) {
      const until = performance.now() + FINISH_MS;
      await Promise.all([hub.closeSockets(), requests]);
      await workFinished(until - performance.now());
      await stopPositions();
      stopPublishing?.();
      hub.close();
      forgetArrivals();
    },
  };
}
