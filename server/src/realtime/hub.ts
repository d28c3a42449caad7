import type { Server as HttpServer } from 'node:http';
import { MAX_MESSAGE_BYTES, MAX_SOCKETS } from '@boli/shared/core/constants';
import { rooms } from '@boli/shared/realtime/rooms';
import { Server } from 'socket.io';
import { identify } from '../auth/tokens';
import { AppError } from '../core/errors';
import { facts } from '../core/facts';
import { logger } from '../core/logger';
import { receive } from './commands';
import { guardUpgrades, keepLinks } from './links';
import { isAllowedOrigin } from './origins';
import { driverJoined, driverLeft, sweepPresence } from './presence';
import { type HubServer, type HubSocket, push, pushThrough } from './push';

/** Packets that may wait for a client that does not read; beyond it the link is closed and comes back with snapshots. */
const MAX_WAITING = 256;
const SWEEP_MS = 5_000;
/** The longest a timer of Node can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface Hub {
  /** Closes every socket; clients see a lost link and try again. The HTTP server is closed with it. */
  close(): Promise<void>;
}

/** Opens the hub on the server that carries the REST API, path `/socket.io`, websocket only. */
export function openHub(http: HttpServer): Hub {
  const server: HubServer = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    pingInterval: 10_000,
    pingTimeout: 5_000,
    connectTimeout: 10_000,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    // Done by `guardUpgrades`: the engine leaves such a link bare for a second and half open after it.
    destroyUpgrade: false,
    allowRequest: (request, decide) => decide(null, isAllowedOrigin(request)),
  });
  const links = keepLinks();
  guardUpgrades(http);
  server.engine.on('connection', links.keep);
  server.use(handshake);
  server.on('connection', (socket) => welcome(socket, links.cut));
  pushThrough(server);
  const stopEndings = facts.on('session.ended', ({ userId, reason }) => endSessions(server, userId, reason));
  const sweep = setInterval(sweepPresence, SWEEP_MS);
  sweep.unref();
  return {
    async close() {
      clearInterval(sweep);
      stopEndings();
      pushThrough(null);
      await server.close();
      await links.closeAll();
    },
  };
}

/**
 * Who comes: the same check as REST's. A database that is away, or a user with too many sockets, closes the link, so that
 * the client tries again.
 */
function handshake(socket: HubSocket, next: (error?: Error) => void): void {
  const startedAt = endings;
  identify(socket.handshake.auth?.token)
    .then(({ actor, tokenVersion, expiresAt }) => {
      const others = socket.nsp.adapter.rooms.get(rooms.user(actor.id))?.size ?? 0;
      if (others >= MAX_SOCKETS) {
        socket.conn.close();
        return;
      }
      socket.data = { userId: actor.id, role: actor.role, name: actor.name, tokenVersion, expiresAt };
      next((lastEnding.get(actor.id) ?? 0) > startedAt ? new Error('unauthorized') : undefined);
    })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.status === 401) {
        next(new Error('unauthorized'));
        return;
      }
      logger.warn({ err: error }, 'a handshake could not be checked');
      socket.conn.close();
    });
}

/** Everything here is synchronous: no event can fall between joining and listening. */
function welcome(socket: HubSocket, cut: (connection: object) => void): void {
  const { userId, role } = socket.data;
  void socket.join(role === 'admin' ? [rooms.user(userId), rooms.admins] : rooms.user(userId));
  // No packet goes further than this: an event by the name of "error" would be thrown by the emitter.
  socket.use((packet) => void receive(socket, packet));
  closeWhenStuck(socket, cut);
  const cancelExpiry = whenExpired(socket.data.expiresAt, () => {
    socket.emit('session:ended', { reason: 'expired' });
    socket.disconnect(true);
  });
  if (role === 'driver') driverJoined(userId);
  socket.on('disconnect', () => {
    cancelExpiry();
    if (role === 'driver') driverLeft(userId);
  });
}

/** Counts what waits for a link that is not writable; everything waiting leaves at each flush. */
function closeWhenStuck({ conn }: HubSocket, cut: (connection: object) => void): void {
  let waiting = 0;
  conn.on('packetCreate', () => {
    waiting += 1;
    if (waiting <= MAX_WAITING) return;
    conn.close(true);
    cut(conn);
  });
  conn.on('flush', () => {
    waiting = 0;
  });
}

function whenExpired(expiresAt: number, end: () => void): () => void {
  let timer: NodeJS.Timeout;
  const arm = () => {
    const left = expiresAt - Date.now();
    timer = left > MAX_TIMER_MS ? setTimeout(arm, MAX_TIMER_MS) : setTimeout(end, Math.max(0, left));
    timer.unref();
  };
  arm();
  return () => clearTimeout(timer);
}

/** Counts endings, so that a handshake which read the account just before one does not slip in after it. */
let endings = 0;
const lastEnding = new Map<string, number>();
const ENDING_KEPT_MS = 60_000;

function endSessions(server: HubServer, userId: string, reason: string): void {
  endings += 1;
  const ending = endings;
  lastEnding.set(userId, ending);
  const forget = () => lastEnding.get(userId) === ending && lastEnding.delete(userId);
  setTimeout(forget, ENDING_KEPT_MS).unref();
  push([rooms.user(userId)], 'session:ended', { reason });
  server.in(rooms.user(userId)).disconnectSockets(true);
}
