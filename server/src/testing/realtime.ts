import type { ServerEvent, ServerPayload } from '@boli/shared/realtime/events';
import { io, type Socket } from 'socket.io-client';
import { startRealtime } from '../wiring/realtime';
import { startTestApp, type TestApp } from './app';

/** An acknowledgement as JSON gives it; a test states what it expects of it. */
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
  /** Everything this socket was sent, in order. */
  received: Received[];
  ask(message: string, payload?: unknown): Promise<TestAck>;
  /** The first event of this name (already received or still to come) that fits. Rejects after ten seconds. */
  waitFor<E extends ServerEvent>(event: E, fits?: (payload: ServerPayload<E>) => boolean): Promise<ServerPayload<E>>;
  /** The payloads of one event so far. */
  all<E extends ServerEvent>(event: E): ServerPayload<E>[];
  /** Resolves when the link is gone. */
  gone(): Promise<string>;
  close(): void;
}

export interface RealtimeApp extends TestApp {
  /** A socket of this person, connected. Rejects with the server's refusal. */
  connect(token: string, options?: { headers?: Record<string, string> }): Promise<TestSocket>;
}

/** The test app with its live side. */
export async function startRealtimeApp(options: Parameters<typeof startTestApp>[0] = {}): Promise<RealtimeApp> {
  const app = await startTestApp(options);
  const live = startRealtime(app.server);
  const sockets: Socket[] = [];
  return {
    ...app,
    async connect(token, more = {}) {
      const raw = io(app.url, {
        transports: ['websocket'],
        auth: { token },
        forceNew: true,
        reconnection: false,
        ...(more.headers && { extraHeaders: more.headers }),
      });
      sockets.push(raw);
      await new Promise<void>((resolve, reject) => {
        raw.once('connect', resolve);
        raw.once('connect_error', reject);
      });
      return listen(raw);
    },
    async close() {
      for (const socket of sockets) socket.disconnect();
      await live.close();
      await app.close();
    },
  };
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

/** Everything sent so far has arrived once an answer asked for later is here: a link keeps its order. */
export async function settle(...sockets: TestSocket[]): Promise<void> {
  for (const socket of sockets) await socket.ask('settled');
}

/** Waits until the condition holds; throws `otherwise` after ten seconds, or after `withinMs`. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  otherwise: string,
  withinMs = 10_000,
): Promise<void> {
  const until = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(otherwise);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
