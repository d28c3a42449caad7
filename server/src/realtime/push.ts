import type { Language } from '@boli/shared/core/messages';
import type {
  ClientToServerEvents,
  ServerEvent,
  ServerPayload,
  ServerToClientEvents,
  SocketData,
} from '@boli/shared/realtime/events';
import { rooms } from '@boli/shared/realtime/rooms';
import type { Position } from '@boli/shared/tracking/tracking.schema';
import { Counter, Gauge } from 'prom-client';
import type { Server, Socket } from 'socket.io';
import { registry } from '../core/metrics';
import { isBeingJoined, outdateJoining } from './joining';

/** The messages that the hubs of several processes send each other, besides packets for sockets. */
type NodeEvents = { 'domain-event': (message: unknown) => void };
export type HubServer = Server<ClientToServerEvents, ServerToClientEvents, NodeEvents, SocketData>;
export type HubSocket = Socket<ClientToServerEvents, ServerToClientEvents, NodeEvents, SocketData>;

let hub: HubServer | null = null;
let hasOthers = false;

const events = new Counter({
  name: 'socket_events_total',
  help: 'Events that this process sent, by event; an event that goes to many sockets counts once',
  labelNames: ['event'] as const,
  registers: [registry],
});

new Gauge({
  name: 'socket_rooms',
  help: 'Rooms of the hub with a socket of this process',
  registers: [registry],
  collect() {
    this.set(hub?.sockets.adapter.rooms.size ?? 0);
  },
});

/**
 * Sets the hub for pushes; null when it closes. Without a hub (as for a service under test) pushes do nothing. `others`
 * is true if its adapter reaches the hubs of other processes.
 */
export function pushThrough(server: HubServer | null, others = false): void {
  hub = server;
  hasOthers = server !== null && others;
}

/** Whether this process is one of several nodes of a cluster (`WORKERS`, `REDIS_URL`). */
export function isClustered(): boolean {
  return hasOthers;
}

/** Sends a message to the hubs of all other nodes; may be lost. Does nothing if there are no others. */
export function publishToNodes(message: object): void {
  if (hasOthers) hub?.serverSideEmit('domain-event', message);
}

/**
 * Sends an event, already presented for these receivers, to every socket of this process in any of the rooms `to` and
 * in none of `except`, once to each. It is called only after the database has acknowledged the write that the event
 * reports. Every node of a cluster pushes to its own sockets (wiring/node-events.ts). Throws for an empty list of
 * rooms, which Socket.IO would treat as all sockets.
 */
export function push<E extends ServerEvent>(
  to: readonly string[],
  event: E,
  payload: ServerPayload<E>,
  except: readonly string[] = [],
): void {
  if (to.length === 0) throw new Error(`${event} has no receivers: an empty list of rooms would reach everybody`);
  if (!hub) return;
  outdateJoining(to);
  events.inc({ event });
  const receivers = hub.local.to([...to]);
  const operator: { emit(name: ServerEvent, body: unknown): boolean } =
    except.length > 0 ? receivers.except([...except]) : receivers;
  operator.emit(event, payload);
}

/** The person for whom an event is presented. */
export interface Receiver {
  readonly id: string;
  readonly language: Language;
}

/**
 * Like `push`, presented separately for each person in the rooms: for payloads with addresses that are signed for one
 * person, or texts in the person's language. Sends once to each socket.
 */
export function pushEach<E extends ServerEvent>(
  to: readonly string[],
  event: E,
  present: (receiver: Receiver) => ServerPayload<E>,
): void {
  if (!hub) return;
  outdateJoining(to);
  const sockets = new Set(to.flatMap((room) => [...(hub?.sockets.adapter.rooms.get(room) ?? [])]));
  const receivers = new Map<string, { receiver: Receiver; ids: string[] }>();
  for (const id of sockets) {
    const data = hub.sockets.sockets.get(id)?.data;
    if (data === undefined) continue;
    const key = `${data.userId} ${data.language}`;
    const known = receivers.get(key);
    if (known) known.ids.push(id);
    else receivers.set(key, { receiver: { id: data.userId, language: data.language }, ids: [id] });
  }
  for (const { receiver, ids } of receivers.values()) push(ids, event, present(receiver));
}

/**
 * Sends an event that only this process knows of, such as an eta, to the sockets of all nodes in one room. A node without
 * a socket in that room is not reached.
 */
export function pushToAllNodes<E extends ServerEvent>(room: string, event: E, payload: ServerPayload<E>): void {
  if (!hub) return;
  events.inc({ event });
  const operator: { emit(name: ServerEvent, body: unknown): boolean } = hub.to(room);
  operator.emit(event, payload);
}

/**
 * Sends a position to the watchers of its booking and of the live board on all nodes; a connection that is busy at that
 * moment is skipped.
 */
export function pushPosition(position: Position): void {
  if (!hub) return;
  events.inc({ event: 'booking:location' });
  const watchers = rooms.booking(position.booking_id);
  if (!hasOthers) {
    hub.to([watchers, rooms.liveAdmins]).volatile.emit('booking:location', position);
    return;
  }
  // A message for one room reaches only the nodes with a socket in it; one for two rooms would reach every node.
  hub.to(watchers).volatile.emit('booking:location', position);
  hub.to(rooms.liveAdmins).except(watchers).volatile.emit('booking:location', position);
}

/**
 * Whether any socket of this process is in one of the rooms, or is about to join it; callers skip reading and presenting
 * otherwise.
 */
export function hasListeners(...names: string[]): boolean {
  return names.some((name) => hub?.sockets.adapter.rooms.has(name) || isBeingJoined(name));
}

/** Every socket that is connected to this process now. */
export function allSockets(): HubSocket[] {
  return [...(hub?.sockets.sockets.values() ?? [])];
}

/** The sockets of this process that are in the room now. */
export function socketsIn(room: string): HubSocket[] {
  const sockets = hub?.sockets;
  return [...(sockets?.adapter.rooms.get(room) ?? [])].flatMap((id) => sockets?.sockets.get(id) ?? []);
}

/** Removes every socket of this process from a room whose events its members may no longer receive. */
export function emptyRoom(room: string): void {
  outdateJoining([room]);
  hub?.local.in(room).socketsLeave(room);
}
