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
import type { Server, Socket } from 'socket.io';

type NoServerEvents = Record<string, never>;
export type HubServer = Server<ClientToServerEvents, ServerToClientEvents, NoServerEvents, SocketData>;
export type HubSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoServerEvents, SocketData>;

let hub: HubServer | null = null;

/** Sets the hub for pushes; null when it closes. Without a hub (as for a service under test) pushes do nothing. */
export function pushThrough(server: HubServer | null): void {
  hub = server;
}

/**
 * Sends an event, already presented for these receivers, to every socket in any of the rooms `to` and in none of
 * `except`, once to each. It is called only after the database has acknowledged the write that the event reports.
 * Throws for an empty list of rooms, which Socket.IO would take for all sockets.
 */
export function push<E extends ServerEvent>(
  to: readonly string[],
  event: E,
  payload: ServerPayload<E>,
  except: readonly string[] = [],
): void {
  if (to.length === 0) throw new Error(`${event} has no receivers: an empty list of rooms would reach everybody`);
  if (!hub) return;
  const receivers = hub.to([...to]);
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
 * Sends a position to the watchers of its booking and of the live board; a connection that is busy at that moment is
 * skipped.
 */
export function pushPosition(position: Position): void {
  hub?.to([rooms.booking(position.booking_id), rooms.liveAdmins]).volatile.emit('booking:location', position);
}

/** Whether any socket is in one of the rooms; callers skip reading and presenting otherwise. */
export function hasListeners(...names: string[]): boolean {
  return names.some((name) => hub?.sockets.adapter.rooms.has(name));
}

/** Every socket that is connected now. */
export function allSockets(): HubSocket[] {
  return [...(hub?.sockets.sockets.values() ?? [])];
}

/** The sockets that are in the room now. */
export function socketsIn(room: string): HubSocket[] {
  const sockets = hub?.sockets;
  return [...(sockets?.adapter.rooms.get(room) ?? [])].flatMap((id) => sockets?.sockets.get(id) ?? []);
}

/** Removes every socket from a room whose events its members may no longer receive. */
export function emptyRoom(room: string): void {
  hub?.in(room).socketsLeave(room);
}
