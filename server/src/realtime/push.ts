import type {
  ClientToServerEvents,
  Position,
  ServerEvent,
  ServerPayload,
  ServerToClientEvents,
  SocketData,
} from '@boli/shared/realtime/events';
import { rooms } from '@boli/shared/realtime/rooms';
import type { Server, Socket } from 'socket.io';

type NoServerEvents = Record<string, never>;
export type HubServer = Server<ClientToServerEvents, ServerToClientEvents, NoServerEvents, SocketData>;
export type HubSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoServerEvents, SocketData>;

let hub: HubServer | null = null;

/** Names the hub that pushes go to; null when it closes. Without one (a service under test) pushes go nowhere. */
export function pushThrough(server: HubServer | null): void {
  hub = server;
}

/**
 * Sends an event, already presented for these receivers, to every socket in any of the rooms, once to each. To be called
 * after the write it tells of is acknowledged. Throws for an empty list: Socket.IO would take it for everybody.
 */
export function push<E extends ServerEvent>(to: readonly string[], event: E, payload: ServerPayload<E>): void {
  if (to.length === 0) throw new Error(`${event} has no receivers: an empty list of rooms would reach everybody`);
  if (!hub) return;
  const operator: { emit(name: ServerEvent, body: unknown): boolean } = hub.to([...to]);
  operator.emit(event, payload);
}

/** Sends a position to those who watch its booking or the live board; a link that is busy just then goes without. */
export function pushPosition(position: Position): void {
  hub?.to([rooms.booking(position.booking_id), rooms.liveAdmins]).volatile.emit('booking:location', position);
}

/** Whether any socket is in the room, so that nothing is read or presented for nobody. */
export function hasListeners(...names: string[]): boolean {
  return names.some((name) => hub?.sockets.adapter.rooms.has(name));
}

/** Takes every socket out of a room whose right has ended. */
export function emptyRoom(room: string): void {
  hub?.in(room).socketsLeave(room);
}
