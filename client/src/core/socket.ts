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
import { checkSession, type SessionState, useSession } from './session';
import { readToken } from './token';

type TypedSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

const ACK_TIMEOUT_MS = 8_000;
/** A watch without an answer is asked again after this time, then after twice as long, and so on. */
const ASK_AGAIN_MS = 1_500;

interface ConnectionState {
  connected: boolean;
  /** Epoch milliseconds since when the socket is away; null while it is there. */
  downSince: number | null;
  /** When the stores last held what the server had. */
  lastFresh: number | null;
  /** Away for five seconds, or not for this account (suspended): stores poll by REST. */
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

/** How this session is kept fresh: the server gives a suspended person no live connection, only REST. */
function linkOf({ token, user }: Pick<SessionState, 'token' | 'user'>): 'none' | 'live' | 'polled' {
  if (!token) return 'none';
  return user?.suspension ? 'polled' : 'live';
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
  const connectAgain = () => linkOf(useSession.getState()) === 'live' && opened.connect();
  opened.on('connect', isUp);
  opened.on('disconnect', (reason) => {
    if (linkOf(useSession.getState()) === 'live') isDown();
    // After a server's own disconnect the library does not try again by itself.
    if (reason === 'io server disconnect') setTimeout(connectAgain, 1_000);
  });
  opened.on('connect_error', (error) => {
    if (linkOf(useSession.getState()) === 'live') isDown();
    if (error.message !== 'unauthorized') return;
    void checkSession().then(() => setTimeout(connectAgain, 2_000));
  });
  // The network's own word is a hint to try at once, not a state. While the library waits for its next try it connects
  // no sooner: it has to give that try up first.
  window.addEventListener('online', () => {
    if (opened.connected) return;
    opened.disconnect();
    connectAgain();
  });
  return opened;
}

/** The one socket of the page. It connects with a signed-in session and leaves with it. */
export function getSocket(): TypedSocket {
  socket ??= open();
  return socket;
}

/** Connects while somebody is signed in who may have a live connection; to be called once, by the signed-in part of the app. */
export function startSocket(): void {
  const follow = (session: SessionState) => {
    const link = linkOf(session);
    const current = getSocket();
    current.disconnect();
    clearTimeout(fallbackTimer);
    useConnection.setState({ connected: false, downSince: null, fallback: link === 'polled' });
    if (link !== 'live') return;
    isDown();
    current.connect();
  };
  follow(useSession.getState());
  useSession.subscribe((next, before) => {
    if (next.token !== before.token || linkOf(next) !== linkOf(before)) follow(next);
  });
}

/**
 * Sends a message and waits for its acknowledgement. A watch is asked again while no answer comes: asking twice changes
 * nothing, the first answer counts, and later ones are dropped.
 * @throws {ApiError} 0 when the socket is away or goes, or the answer does not come in time; else the status the server
 * refused with.
 */
export async function send<M extends ClientMessage>(
  message: M,
  payload: ClientPayload<M>,
): Promise<Extract<AckOf<M>, { ok: true }>> {
  const current = getSocket();
  if (!current.connected) throw new ApiError(0);
  const answer = await new Promise<AckOf<M>>((resolve, reject) => {
    let again: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearTimeout(timeout);
      clearTimeout(again);
      current.off('disconnect', lose);
    };
    const lose = () => {
      settle();
      reject(new ApiError(0));
    };
    // The library types each message's arguments as a tuple of its own; here one generic call serves them all.
    const emit = current.emit.bind(current) as (
      name: M,
      body: ClientPayload<M>,
      ack: (answer: AckOf<M>) => void,
    ) => void;
    const ask = (waitMs: number) => {
      emit(message, payload, (given) => {
        settle();
        resolve(given);
      });
      if (message.endsWith(':watch')) again = setTimeout(ask, waitMs, waitMs * 2);
    };
    const timeout = setTimeout(lose, ACK_TIMEOUT_MS);
    // The answer to what was asked over a lost link never comes.
    current.on('disconnect', lose);
    ask(ASK_AGAIN_MS);
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
