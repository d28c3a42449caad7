import { Gauge } from 'prom-client';
import { z } from 'zod';
import { shareLimiters } from '../core/limiters';
import { logger } from '../core/logger';
import { registry } from '../core/metrics';
import { nodeId } from '../core/node-id';
import { watchPauses } from '../core/process-pauses';
import { redisState } from '../core/redis';
import { shareSpending } from '../core/shared-buckets';
import { inSpan, traceparentOf } from '../core/trace';
import { type DomainEvents, domainEvents } from '../domain-events';
import { type OpenAdapter, redisAdapter, workersAdapter } from '../realtime/adapter';
import { listPresence } from '../realtime/presence';
import { publishToNodes } from '../realtime/push';
import { confirmSockets, listSockets } from '../realtime/socket-counts';
import { reportDroppedEvent } from '../store/interruptions';
import { invalidateBookings } from '../tracking/positions';
import { listeners } from './events';
import { nodeEvents } from './node-events';
import { PUSH, timePush } from './push-delay';
import type { Relayed } from './relay';

/**
 * The message by which one node publishes a domain event to the others: with the version of the row that the event is
 * about, and with the trace in which it was emitted, if a request caused it. Other fields may be added: an older node
 * ignores them.
 */
const Message = z.object({
  node: z.string(),
  name: z.string(),
  version: z.number(),
  payload: z.unknown(),
  row_version: z.number().optional().catch(undefined),
  traceparent: z.string().optional().catch(undefined),
});

/**
 * Every node publishes this often (ms) which drivers are connected to it, and that it is still running, because an event
 * between nodes may be lost.
 */
const LIST_PRESENCE_MS = 10_000;

new Gauge({
  name: 'node_link_up',
  help: 'Whether the link to the other nodes through Redis works; absent without REDIS_URL',
  registers: [registry],
  aggregator: 'min',
  collect() {
    const state = redisState();
    if (state === 'off') this.remove();
    else this.set(state === 'ok' ? 1 : 0);
  },
});

const listenersOf: Readonly<Record<string, object>> = listeners;
const byName: Readonly<Record<string, Pick<Relayed<never>, 'version' | 'handle'> | null>> = nodeEvents;

/**
 * Handles a message of another node. Never rejects: a payload of another version is ignored, and a failure makes the
 * clients of this node read fresh snapshots.
 */
export async function receiveFromNode(message: unknown): Promise<void> {
  const read = Message.safeParse(message);
  if (!read.success) return;
  const { node, name, version, payload, row_version: rowVersion, traceparent } = read.data;
  const event = Object.hasOwn(byName, name) ? byName[name] : null;
  if (event?.version !== version) return;
  const pushes = Object.hasOwn(listenersOf[name] ?? {}, PUSH);
  const run = () => event.handle(payload, { node, rowVersion });
  const handle = () => (pushes ? timePush(name, 'other', run) : run());
  try {
    if (traceparent === undefined) await handle();
    else await inSpan({ name: `event ${name}`, traceparent, attributes: {} }, handle);
  } catch (error) {
    logger.error({ err: error, event: name }, 'an event of another node could not be handled');
    reportDroppedEvent('an event of another node could not be handled');
  }
}

function publishOf<E extends keyof DomainEvents>(name: E): () => void {
  const relayed = nodeEvents[name];
  if (!relayed) return () => undefined;
  return domainEvents.on(name, (event) => {
    const traceparent = traceparentOf();
    publishToNodes({
      node: nodeId,
      name,
      version: relayed.version,
      payload: relayed.payloadOf(event),
      ...(relayed.rowVersionOf && { row_version: relayed.rowVersionOf(event) }),
      ...(traceparent !== undefined && { traceparent }),
    });
  });
}

/**
 * For the other nodes this process was away: they may have taken bookings, and their events arrive late or are lost. The
 * bookings are invalidated at once, because the listeners are called after the fix that waited.
 */
function followPause(): void {
  invalidateBookings();
  domainEvents.emit('nodes.restored', {});
}

/**
 * Begins to publish domain events and spent budgets to the other nodes, asks them who is connected to them, and watches
 * for pauses of this process. Returns the function that ends this.
 */
export function startPublishing(): () => void {
  const names = Object.keys(nodeEvents) as (keyof DomainEvents)[];
  const stops = names.map(publishOf);
  stops.push(shareSpending((spent) => domainEvents.emit('budget.spent', { spent })));
  stops.push(watchPauses(followPause));
  const timer = setInterval(() => {
    listPresence();
    confirmSockets();
  }, LIST_PRESENCE_MS).unref();
  listSockets();
  domainEvents.emit('presence.asked', {});
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}

/**
 * Opens the link to the other nodes: through Redis if there is an address, else, for a worker, through the first process
 * of this machine. From then on, the limiters of this process count for all nodes. Null for a process without other
 * nodes.
 */
export async function openNodes(redisUrl: string | undefined, isWorker: boolean): Promise<OpenAdapter | null> {
  const restored = () => domainEvents.emit('nodes.restored', {});
  const opened = redisUrl ? await redisAdapter(redisUrl, restored) : isWorker ? await workersAdapter() : null;
  if (opened) shareLimiters(opened.limiters);
  return opened;
}
