import { FALLBACK_AFTER_MS } from '@boli/shared/core/constants';
import type {
  AckOf,
  ClientMessage,
  ClientPayload,
  ClientToServerEvents,
  ServerToClientEvents,
} from '@boli/shared/realtime/events';
import { io, type Socket } from 'socket.io-client';
import { create } from 'zustand';
import { ApiError } from './api';
import { checkSession, useSession } from './session';
import { readToken } from './token';

type TypedSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

const ACK_TIMEOUT_MS = 8_000;

interface ConnectionState {
  connected: boolean;
  /** Epoch milliseconds since when the socket is away; null while it is there. */
  downSince: number | null;
  /** When the stores last held what the server had. */
  lastFresh: number | null;
  /** Away for five seconds: stores poll by REST until it is back. */
  fallback: boolean;
}

/** The state of the live connection, for the banner and for what polls meanwhile. */
export const useConnection = create<ConnectionState>(() => ({
  connected: false,
  downSince: null,
  lastFresh: null,
  fallback: false,
}));

let socket: TypedSocket | null = null;
let fallbackTimer: ReturnType<typeof setTimeout> | undefined;

function isDown(): void {
  if (useConnection.getState().downSince !== null) return;
  useConnection.setState({ connected: false, downSince: Date.now() });
  clearTimeout(fallbackTimer);
  fallbackTimer = setTimeout(() => useConnection.setState({ fallback: true }), FALLBACK_AFTER_MS);
}

function isUp(): void {
  clearTimeout(fallbackTimer);
  useConnection.setState({ connected: true, downSince: null, fallback: false });
}

function open(): TypedSocket {
  const opened: TypedSocket = io({
    path: '/socket.io',
    transports: ['websocket'],
    autoConnect: false,
    // A function: each try carries the token of that moment.
    auth: (give) => give({ token: readToken() }),
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
  });
  opened.on('connect', isUp);
  opened.on('disconnect', (reason) => {
    isDown();
    // After a server's own disconnect the library does not try again by itself.
    if (reason === 'io server disconnect') setTimeout(() => useSession.getState().token && opened.connect(), 1_000);
  });
  opened.on('connect_error', (error) => {
    isDown();
    if (error.message !== 'unauthorized') return;
    void checkSession().then(() => setTimeout(() => useSession.getState().token && opened.connect(), 2_000));
  });
  // The network's own word is a hint to try at once, not a state.
  window.addEventListener('online', () => !opened.connected && useSession.getState().token && opened.connect());
  return opened;
}

/** The one socket of the page. It connects with a signed-in session and leaves with it. */
export function getSocket(): TypedSocket {
  socket ??= open();
  return socket;
}

/** Connects while somebody is signed in; to be called once, by the signed-in part of the app. */
export function startSocket(): void {
  const follow = (token: string | null) => {
    const current = getSocket();
    current.disconnect();
    clearTimeout(fallbackTimer);
    useConnection.setState({ connected: false, downSince: null, fallback: false });
    if (!token) return;
    isDown();
    current.connect();
  };
  follow(useSession.getState().token);
  useSession.subscribe((next, before) => {
    if (next.token !== before.token) follow(next.token);
  });
}

/**
 * Sends a message and waits for its acknowledgement.
 * @throws {ApiError} 0 when the socket is away or the answer does not come in time; else the status the server refused with.
 */
export async function send<M extends ClientMessage>(
  message: M,
  payload: ClientPayload<M>,
): Promise<Extract<AckOf<M>, { ok: true }>> {
  const current = getSocket();
  if (!current.connected) throw new ApiError(0);
  const answer = await new Promise<AckOf<M>>((resolve, reject) => {
    const timer = setTimeout(() => reject(new ApiError(0)), ACK_TIMEOUT_MS);
    // The library types each message's arguments as a tuple of its own; here one generic call serves them all.
    const emit = current.emit.bind(current) as (
      name: M,
      body: ClientPayload<M>,
      ack: (answer: AckOf<M>) => void,
    ) => void;
    emit(message, payload, (given) => {
      clearTimeout(timer);
      resolve(given);
    });
  });
  if (isOk(answer)) return answer;
  throw refusal(answer);
}

function refusal(answer: object): ApiError {
  return new ApiError('status' in answer && typeof answer.status === 'number' ? answer.status : 0, answer);
}

function isOk<A extends { ok: boolean }>(answer: A): answer is Extract<A, { ok: true }> {
  return answer.ok;
}

/** Notes that a store now holds what the server has. */
export function markFresh(): void {
  useConnection.setState({ lastFresh: Date.now() });
}
