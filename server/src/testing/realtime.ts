import { MAX_SOCKETS } from '@boli/shared/core/constants';
import type { ServerEvent, ServerPayload } from '@boli/shared/realtime/events';
import { io, type Socket } from 'socket.io-client';
import { startRealtime } from '../wiring/realtime';
import { startTestApp, type TestApp } from './app';

/** An acknowledgement as parsed JSON; a test states the expected type. */
export interface TestAck {
  ok: boolean;
  status?: number;
  detail?: string;
  code?: string;
  [added: string]: unknown;
}

export interface Received<E extends ServerEvent = ServerEvent> {
  event: E;
  payload: ServerPayload<E>;
}

export interface TestSocket {
  raw: Socket;
  /** Every event that this socket has received, in order. */
  received: Received[];
  ask(message: string, payload?: unknown): Promise<TestAck>;
  /** The first event of this name (already received or future) that matches. Rejects after ten seconds. */
  waitFor<E extends ServerEvent>(event: E, fits?: (payload: ServerPayload<E>) => boolean): Promise<ServerPayload<E>>;
  /** The payloads of one event so far. */
  all<E extends ServerEvent>(event: E): ServerPayload<E>[];
  /** Resolves with the reason when the connection is closed. */
  gone(): Promise<string>;
  close(): void;
}

export interface RealtimeApp extends TestApp {
  /** Connects a socket for this token. Rejects with the server's refusal. */
  connect(
    token: string,
    options?: { headers?: Record<string, string>; query?: Record<string, string> },
  ): Promise<TestSocket>;
}

/** Starts the test app with its hub. */
export async function startRealtimeApp(options: Parameters<typeof startTestApp>[0] = {}): Promise<RealtimeApp> {
  const app = await startTestApp(options);
  const live = startRealtime(app.server);
  const sockets: Socket[] = [];
  return {
    ...app,
    async connect(token, more = {}) {
      const socket = await connectTo(app.url, token, more);
      sockets.push(socket.raw);
      return socket;
    },
    async close() {
      for (const socket of sockets) socket.disconnect();
      await live.close();
      await app.close();
    },
  };
}

/** Connects a socket for this token to the server at this address. Rejects with the server's refusal. */
export async function connectTo(
  url: string,
  token: string,
  more: Parameters<RealtimeApp['connect']>[1] = {},
): Promise<TestSocket> {
  const raw = io(url, {
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnection: false,
    ...(more.query && { query: more.query }),
    ...(more.headers && { extraHeaders: more.headers }),
  });
  await new Promise<void>((resolve, reject) => {
    raw.once('connect', resolve);
    raw.once('connect_error', (error) => {
      raw.disconnect();
      reject(error);
    });
  });
  return listen(raw);
}

/**
 * Opens, at the same time, more sockets at these servers than one person may have. Waits until exactly the allowed
 * number is connected and each server refuses one more at its handshake. Returns the function that closes the sockets.
 * Throws if another number stays connected, or if a server keeps accepting further sockets, even if it closes them
 * afterwards.
 */
export async function openTooManySockets(urls: readonly string[], token: string): Promise<() => void> {
  const sockets: Socket[] = [];
  const wereConnected = new Set<Socket>();
  const ended = new Set<Socket>();
  const open = (url: string) => {
    const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
    socket.once('connect', () => void wereConnected.add(socket));
    for (const event of ['disconnect', 'connect_error'] as const) socket.once(event, () => void ended.add(socket));
    sockets.push(socket);
    return socket;
  };
  const connected = () => sockets.filter((socket) => socket.connected).length;
  const isSettled = () =>
    connected() === MAX_SOCKETS && sockets.every((socket) => socket.connected || ended.has(socket));
  // Before a node knows the latest numbers of the other nodes, it may accept one socket too many. One of the nodes then
  // closes a socket.
  const refuses = async (url: string) => {
    const late = open(url);
    await eventually(() => late.connected || ended.has(late), 'the connection was neither accepted nor refused');
    return !wereConnected.has(late);
  };
  for (let count = 0; count < MAX_SOCKETS * 1.3; count++) open(urls[count % urls.length] ?? '');
  try {
    await eventually(isSettled, 'another number of sockets is connected');
    for (const url of urls) await eventually(() => refuses(url), 'a socket beyond the maximum is accepted');
    await eventually(isSettled, 'another number of sockets is connected');
  } catch (error) {
    throw new Error(`${connected()} sockets are connected`, { cause: error });
  }
  return () => {
    for (const socket of sockets) socket.disconnect();
  };
}

/** Whether the server accepts a socket for this token; closes the socket. */
export async function canConnect(url: string, token: string): Promise<boolean> {
  const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
  const connects = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    for (const event of ['disconnect', 'connect_error'] as const) socket.once(event, () => resolve(false));
  });
  socket.disconnect();
  return connects;
}

function listen(raw: Socket): TestSocket {
  const received: Received[] = [];
  raw.onAny((event: ServerEvent, payload: Received['payload']) => received.push({ event, payload }));
  const gone = new Promise<string>((resolve) => raw.once('disconnect', resolve));
  const all: TestSocket['all'] = <E extends ServerEvent>(event: E) =>
    received.filter((one): one is Received<E> => one.event === event).map((one) => one.payload);
  return {
    raw,
    received,
    all,
    ask: (message, payload = {}) => raw.timeout(5_000).emitWithAck(message, payload),
    async waitFor(event, fits = () => true) {
      const found = () => all(event).find(fits);
      await eventually(() => found() !== undefined, `${event} did not come`);
      const payload = found();
      if (payload === undefined) throw new Error(`${event} did not come`);
      return payload;
    },
    gone: () => gone,
    close: () => raw.disconnect(),
  };
}

/**
 * Waits until everything that the server has sent so far has arrived: a connection keeps the order, so the
 * acknowledgement of a later message comes after it.
 */
export async function settle(...sockets: TestSocket[]): Promise<void> {
  for (const socket of sockets) await socket.ask('settled');
}

/** Waits until the condition holds; throws `otherwise` after ten seconds, or after `withinMs` milliseconds. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  otherwise: string,
  withinMs = 10_000,
): Promise<void> {
  const until = Date.now() + withinMs;
  for (;;) {
    // Checked before the condition, which may hold since a stall that passed the limit.
    const isLast = Date.now() > until;
    if (await holds()) return;
    if (isLast) throw new Error(otherwise);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
