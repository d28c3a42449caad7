import type { Server as HttpServer } from 'node:http';
import { MAX_MESSAGE_BYTES } from '@boli/shared/core/constants';
import { rooms } from '@boli/shared/realtime/rooms';
import { Gauge } from 'prom-client';
import { Server, type ServerOptions } from 'socket.io';
import { identify } from '../auth/handshakes';
import { CHECK_SESSIONS_MS, keepIdentity } from '../auth/identities';
import { spend, spendAnonymously } from '../core/budget';
import { AppError } from '../core/errors';
import { logger } from '../core/logger';
import { registry } from '../core/metrics';
import { countRefusal } from '../core/security-log';
import { ByteSocketServer } from './byte-sockets';
import { receive } from './commands';
import { closeSpread } from './drain';
import { hubParser } from './encoded';
import { endedSince, endingsSoFar } from './endings';
import { guardUpgrades, keepLinks, type Links, type Origin } from './links';
import { type MeteredConnection, meterLinks } from './meters';
import { isAllowedOrigin } from './origins';
import { driverJoined, driverLeft, expirePresence } from './presence';
import { type HubServer, type HubSocket, pushThrough } from './push';
import { PARTS, type SessionChecks, sessionChecks } from './session-checks';
import { forgetSilentNodes, hasAllSockets, noteSockets } from './socket-counts';
import { closeWhenStuck } from './stuck';
import { stopSyncs } from './sync';
import { chargeUpgrade, HANDSHAKE_COST } from './upgrades';

/** How often the hub checks for drivers who have disconnected. */
const EXPIRE_PRESENCE_MS = 5_000;
/** How often the hub checks for sockets whose token has expired. */
const EXPIRY_CHECK_MS = 1_000;

/**
 * The hub pauses before it checks each of the `PARTS` parts of the accounts. The pauses are so short that
 * `CHECK_SESSIONS_MS` has room for this many more: that time is left for the reads of all parts.
 */
const CHECK_PAUSES = 2;

const connections = new Gauge({
  name: 'socket_connections',
  help: 'Open connections of the hub, by role',
  labelNames: ['role'] as const,
  registers: [registry],
});

export interface Hub {
  /**
   * Closes the sockets, spread evenly over the middle part of the next `ms` milliseconds, at the end of which the
   * server stops. New sockets are refused from `beginDraining` on, and proxies send them to another node.
   */
  drain(ms: number): void;
  /**
   * Closes every socket; clients detect the lost connection and reconnect. Events are still published to the other
   * nodes, because running requests and unfinished work go on emitting.
   */
  closeSockets(): Promise<void>;
  /** Ends the link to the other nodes, and closes the HTTP server to new connections. */
  close(): void;
}

/** The connection of a hub to those of the other nodes. */
export interface NodesLink {
  readonly adapter: NonNullable<ServerOptions['adapter']>;
  /** Called with each message that another node sent by `publishToNodes`. */
  readonly receive: (message: unknown) => void;
}

/**
 * Opens the hub on the server that carries the REST API, path `/socket.io`, websocket only. With `nodes` it is the
 * hub of one of several nodes.
 */
export function openHub(http: HttpServer, nodes?: NodesLink): Hub {
  const server: HubServer = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    wsEngine: ByteSocketServer,
    parser: hubParser,
    pingInterval: 10_000,
    pingTimeout: 5_000,
    connectTimeout: 10_000,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    // `guardUpgrades` closes upgrades that are not for the hub. The engine would leave such a connection unattended for
    // a second, and half open after that.
    destroyUpgrade: false,
    allowRequest: (request, decide) => decide(null, isAllowedOrigin(request)),
    ...(nodes && { adapter: nodes.adapter }),
  });
  const links = keepLinks();
  guardUpgrades(http);
  server.engine.use(chargeUpgrade);
  const checks = sessionChecks();
  const meters = meterLinks(links);
  server.engine.on('connection', (connection: MeteredConnection) => {
    meters.count(connection);
    links.keep(connection);
  });
  server.use((socket, next) => handshake(socket, links.originOf(socket.conn), next));
  server.on('connection', (socket) => {
    meters.know(socket.conn, socket.data.userId);
    welcome(socket, links, checks);
  });
  pushThrough(server, nodes !== undefined);
  if (nodes) server.on('domain-event', nodes.receive);
  const stopChecks = every(CHECK_SESSIONS_MS / (PARTS + CHECK_PAUSES), checks.checkNext);
  const presence = setInterval(() => {
    expirePresence();
    forgetSilentNodes();
  }, EXPIRE_PRESENCE_MS);
  presence.unref();
  const expiry = setInterval(checks.endExpired, EXPIRY_CHECK_MS);
  expiry.unref();
  let stopDrain = () => {};
  return {
    drain(ms) {
      stopDrain = closeSpread(server, ms);
    },
    async closeSockets() {
      stopDrain();
      clearInterval(presence);
      clearInterval(expiry);
      stopSyncs();
      stopChecks();
      for (const { conn } of server.sockets.sockets.values()) conn.close();
      await links.closeAll();
    },
    close() {
      pushThrough(null);
      // The promise of `close` waits for the last connection of the HTTP server; the hub need not wait for it.
      server.close().catch((error: unknown) => logger.error({ err: error }, 'the hub did not close cleanly'));
    },
  };
}

/**
 * Authenticates a connecting socket by its token. Closes the connection if the database is unreachable, the user has
 * too many sockets or a budget is used up, so that the client tries again.
 */
function handshake(socket: HubSocket, { address, language }: Origin, next: (error?: Error) => void): void {
  const startedAt = endingsSoFar();
  const readAt = performance.now();
  identify(socket.handshake.auth?.token)
    .then(({ identity, confirmedAt = readAt }) => {
      const { userId, tokenId } = identity;
      if (hasAllSockets(userId)) {
        socket.conn.close();
        return;
      }
      spend(userId, HANDSHAKE_COST);
      socket.data = { ...identity, language, address };
      if (endedSince(startedAt, userId, tokenId)) {
        next(new Error('unauthorized'));
        return;
      }
      keepIdentity(identity, confirmedAt);
      next();
    })
    .catch((error: unknown) => {
      const status = error instanceof AppError ? error.status : 500;
      countRefusal(status, address);
      if (status === 401 && chargedFor(address)) {
        next(new Error('unauthorized'));
        return;
      }
      if (status >= 500) logger.warn({ err: error }, 'a handshake could not be checked');
      socket.conn.close();
    });
}

/** Charges the address for a refused handshake; returns false if the budget of the address is used up. */
function chargedFor(address: string): boolean {
  try {
    spendAnonymously(address, HANDSHAKE_COST);
    return true;
  } catch {
    return false;
  }
}

/** Everything here is synchronous, so that no event falls between joining and listening. */
function welcome(socket: HubSocket, links: Links, checks: SessionChecks): void {
  const { userId, role } = socket.data;
  void socket.join(role === 'admin' ? [rooms.user(userId), rooms.admins] : rooms.user(userId));
  // No packet is passed on to the socket's emitter, which would throw for an event with the name "error".
  socket.use((packet) => void receive(socket, packet));
  closeWhenStuck(socket, links);
  checks.add(socket);
  connections.inc({ role });
  if (role === 'driver') driverJoined(userId);
  noteSockets(userId);
  socket.on('disconnect', () => {
    connections.dec({ role });
    if (role === 'driver') driverLeft(userId);
    noteSockets(userId);
  });
}

/** Repeats work, never two runs at the same time; failures are logged. Returns the function that stops it. */
function every(ms: number, work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const again = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      work()
        .catch((error: unknown) => logger.warn({ err: error }, 'the sessions of sockets could not be checked'))
        .finally(again);
    }, ms);
    timer.unref();
  };
  again();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
