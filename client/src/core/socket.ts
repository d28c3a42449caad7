import { FALLBACK_AFTER_MS, RECONNECTION } from '@boli/shared/core/constants';
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
import { currentLanguage, useLanguage } from './language';
import { onServer } from './server';
import { checkSession, type SessionState, useSession } from './session';
import { readToken } from './token';
import { newTraceparent } from './trace';
import { turnOf } from './turn';

type TypedSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

const ACK_TIMEOUT_MS = 8_000;
/** A watch without an acknowledgement is sent again after this time (ms), then with exponential backoff. */
const WATCH_RETRY_MS = 1_500;

interface ConnectionState {
  connected: boolean;
  /** Epoch milliseconds of the disconnect; null while the socket is connected. */
  downSince: number | null;
  /** Epoch milliseconds when a store was last in sync with the server; null before the first time. */
  lastFresh: number | null;
  /** Epoch milliseconds of the last push; null before the first one. */
  lastPush: number | null;
  /**
   * Whether stores poll by REST: after five seconds without a connection, or because a suspended account has no socket.
   */
  fallback: boolean;
}

/** The state of the socket, for the banner and for stores that poll while it is disconnected. */
export const useConnection = create<ConnectionState>(() => ({
  connected: false,
  downSince: null,
  lastFresh: null,
  lastPush: null,
  fallback: false,
}));

let socket: TypedSocket | null = null;
let fallbackTimer: ReturnType<typeof setTimeout> | undefined;
/** Connects after the wait that a crowded server has asked for. */
let turnTimer: ReturnType<typeof setTimeout> | undefined;

function markDisconnected(): void {
  if (useConnection.getState().downSince !== null) return;
  useConnection.setState({ connected: false, downSince: Date.now() });
  clearTimeout(fallbackTimer);
  fallbackTimer = setTimeout(() => useConnection.setState({ fallback: true }), FALLBACK_AFTER_MS);
}

function markConnected(): void {
  clearTimeout(fallbackTimer);
  useConnection.setState({ connected: true, downSince: null, fallback: false });
}

/** How this session gets its updates: the server refuses suspended users a socket, so they poll by REST. */
function connectionMode({ token, user }: Pick<SessionState, 'token' | 'user'>): 'none' | 'socket' | 'polling' {
  if (!token) return 'none';
  return user?.suspension ? 'polling' : 'socket';
}

function open(): TypedSocket {
  const opened: TypedSocket = io(onServer('/'), {
    path: '/socket.io',
    transports: ['websocket'],
    autoConnect: false,
    // A function, so that each attempt sends the current token.
    auth: (callback) => callback({ token: readToken() }),
    // A getter, so that each attempt sends the present language.
    query: {
      get language() {
        return currentLanguage();
      },
    },
    ...RECONNECTION,
  });
  const reconnect = () => connectionMode(useSession.getState()) === 'socket' && opened.connect();
  /** Waits as long as a crowded server asks for; the library's own next attempt is cancelled meanwhile. */
  const awaitTurn = async () => {
    const waitMs = await turnOf();
    if (waitMs === 0 || opened.connected || connectionMode(useSession.getState()) !== 'socket') return;
    opened.disconnect();
    clearTimeout(turnTimer);
    turnTimer = setTimeout(reconnect, waitMs);
  };
  opened.on('connect', markConnected);
  opened.onAny(() => useConnection.setState({ lastPush: Date.now() }));
  opened.on('disconnect', (reason) => {
    if (connectionMode(useSession.getState()) === 'socket') markDisconnected();
    // The library does not reconnect by itself after a disconnect by the server.
    if (reason === 'io server disconnect') setTimeout(reconnect, 1_000);
  });
  opened.on('connect_error', (error) => {
    if (connectionMode(useSession.getState()) === 'socket') markDisconnected();
    if (error.message !== 'unauthorized') {
      void awaitTurn();
      return;
    }
    void checkSession().then(() => setTimeout(reconnect, 2_000));
  });
  // A library that waits for its next attempt ignores `connect()` until that attempt is cancelled by `disconnect()`.
  const reconnectNow = () => {
    clearTimeout(turnTimer);
    opened.disconnect();
    reconnect();
  };
  // The browser's `online` event is a hint to reconnect immediately.
  window.addEventListener('online', () => {
    if (!opened.connected) reconnectNow();
  });
  // The clients of a server that will stop are notified one after the other, so they do not all reconnect at the same moment.
  opened.on('server:stopping', reconnectNow);
  return opened;
}

/** The one socket of the page. It connects on sign-in and disconnects on sign-out. */
export function getSocket(): TypedSocket {
  socket ??= open();
  return socket;
}

/** Keeps the socket connected while a user who may have one is signed in. Call once, from the signed-in part of the app. */
export function startSocket(): void {
  const applySession = (session: SessionState) => {
    const mode = connectionMode(session);
    const current = getSocket();
    current.disconnect();
    clearTimeout(fallbackTimer);
    clearTimeout(turnTimer);
    useConnection.setState({ connected: false, downSince: null, fallback: mode === 'polling' });
    if (mode !== 'socket') return;
    markDisconnected();
    current.connect();
  };
  applySession(useSession.getState());
  // The server's texts come in the language of the connection; on a new connection each store reloads its snapshot.
  useLanguage.subscribe(() => applySession(useSession.getState()));
  useSession.subscribe((next, before) => {
    if (next.token !== before.token || connectionMode(next) !== connectionMode(before)) applySession(next);
  });
}

/**
 * Sends a message and waits for its acknowledgement. A watch is idempotent, so it is sent again until it is
 * acknowledged; the first acknowledgement counts.
 * @throws {ApiError} status 0 when the socket is or gets disconnected, or after a timeout of 8 seconds; else the status
 * of the server's refusal.
 */
export async function send<M extends ClientMessage>(
  message: M,
  payload: ClientPayload<M>,
): Promise<Extract<AckOf<M>, { ok: true }>> {
  const current = getSocket();
  if (!current.connected) throw new ApiError(0);
  const answer = await new Promise<AckOf<M>>((resolve, reject) => {
    let again: ReturnType<typeof setTimeout> | undefined;
    const cleanUp = () => {
      clearTimeout(timeout);
      clearTimeout(again);
      current.off('disconnect', onDisconnect);
    };
    const onDisconnect = () => {
      cleanUp();
      reject(new ApiError(0));
    };
    // The library types each message's arguments as a separate tuple; here one generic call serves them all.
    const emit = current.emit.bind(current) as (
      name: M,
      body: ClientPayload<M>,
      traceparent: string,
      ack: (answer: AckOf<M>) => void,
    ) => void;
    const traceparent = newTraceparent();
    const attempt = (waitMs: number) => {
      emit(message, payload, traceparent, (ackAnswer) => {
        cleanUp();
        resolve(ackAnswer);
      });
      if (message.endsWith(':watch')) again = setTimeout(attempt, waitMs, waitMs * 2);
    };
    const timeout = setTimeout(onDisconnect, ACK_TIMEOUT_MS);
    // An acknowledgement never arrives after a disconnect.
    current.on('disconnect', onDisconnect);
    attempt(WATCH_RETRY_MS);
  });
  if (isOk(answer)) return answer;
  throw toApiError(answer);
}

function toApiError(answer: object): ApiError {
  return new ApiError('status' in answer && typeof answer.status === 'number' ? answer.status : 0, answer);
}

function isOk<A extends { ok: boolean }>(answer: A): answer is Extract<A, { ok: true }> {
  return answer.ok;
}

/** Records that the page shows kept data, which were in sync with the server at `time` (epoch ms), on an earlier page. */
export function markAsOf(time: number): void {
  useConnection.setState({ lastFresh: time });
}

/** Records that a store is in sync with the server. */
export function markFresh(): void {
  useConnection.setState({ lastFresh: Date.now() });
}
