import type { EventEmitter } from 'node:events';
import { LINK_PACE, STRANGER_LINK_PACE } from '@boli/shared/core/constants';
import { Counter } from 'prom-client';
import { type Allowance, buckets } from '../core/buckets';
import { charge } from '../core/budget';
import { registry } from '../core/metrics';
import { reportFlood } from '../core/security-log';
import type { Links, RawConnection } from './links';

/** The engine's part of a new connection, with the websocket of the upgrade. */
export interface MeteredConnection extends RawConnection {
  readonly id: string;
  request: (NonNullable<RawConnection['request']> & { websocket?: EventEmitter }) | null;
  close(discard: boolean): void;
}

const cuts = new Counter({
  name: 'socket_links_cut_total',
  help: 'Live connections that were closed because they exceeded their rate limit, by kind: messages, bytes',
  labelNames: ['what'] as const,
  registers: [registry],
});

/**
 * Tokens that a closed connection takes from its user's budget. A new connection starts with a full bucket, so without
 * this cost a client could reconnect immediately, again and again.
 */
const CUT_COST = 10;
/** The events of a websocket that count as messages: a ping or pong costs about as much as a message. */
const FRAMES = ['message', 'ping', 'pong'];

type What = keyof typeof LINK_PACE;
const meterOf = (pace: Record<What, Allowance>) => ({
  messages: buckets(() => pace.messages),
  bytes: buckets(() => pace.bytes),
});

/**
 * Counts the traffic of each connection before any of it is decoded, because acknowledgements, pongs and packets for
 * unopened namespaces are charged to no account's budget. A connection over its rate is closed; its client reconnects by
 * itself.
 */
export function meterLinks(links: Links) {
  const known = new WeakMap<object, string>();
  const members = meterOf(LINK_PACE);
  const strangers = meterOf(STRANGER_LINK_PACE);

  function cut(connection: MeteredConnection, what: What): void {
    connection.close(true);
    links.cut(connection);
    cuts.inc({ what });
    const user = known.get(connection);
    if (user !== undefined) charge(user, CUT_COST);
    reportFlood(links.originOf(connection).address, user ?? null);
  }

  return {
    /** Starts to count a new connection; called while it still has its request. */
    count(connection: MeteredConnection): void {
      const { websocket, socket: link } = connection.request ?? {};
      if (!websocket || !link) return;
      let isCut = false;
      const take = (what: What, tokens: number) => {
        const meter = known.has(connection) ? members : strangers;
        if (isCut || meter[what].take(connection.id, tokens) === 0) return;
        isCut = true;
        // Without this, the frames that were read together with this one would still be passed on.
        websocket.removeAllListeners('message');
        cut(connection, what);
      };
      // Bytes are counted on the TCP connection, because fragments that never end form no message.
      link.prependListener('data', ({ length }: Buffer) => take('bytes', length));
      for (const frame of FRAMES) websocket.prependListener(frame, () => take('messages', 1));
    },
    /** Assigns the connection to a user; from then on it has the higher rate of a user. */
    know(connection: object, userId: string): void {
      known.set(connection, userId);
    },
  };
}
