import { logout } from '@boli/shared/auth/auth.endpoints';
import { ApiError, call } from './api';
import { logged } from './log';
import { onServer } from './server';

const KEY = 'pending_sign_outs';
/** The maximum number of stored sign-outs; the oldest are dropped. */
const MOST = 10;

/** The token of a session that the user has ended on this device; the server may still accept it. */
interface PendingSignOut {
  /** The origin of the server that issued the token: a user of the native shell may choose another server later. */
  server: string;
  token: string;
}

const isPending = (value: unknown): value is PendingSignOut =>
  typeof value === 'object' &&
  value !== null &&
  'server' in value &&
  typeof value.server === 'string' &&
  'token' in value &&
  typeof value.token === 'string';

function read(): PendingSignOut[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPending) : [];
  } catch {
    return [];
  }
}

function write(pending: readonly PendingSignOut[]): void {
  try {
    if (pending.length > 0) localStorage.setItem(KEY, JSON.stringify(pending.slice(-MOST)));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the sign-out is sent once only.
  }
}

async function send({ token }: PendingSignOut): Promise<void> {
  try {
    await call(logout, { token });
  } catch (error) {
    // A 401 says that the session has ended already.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  write(read().filter((one) => one.token !== token));
}

const sendOrKeep = (pending: PendingSignOut) => void send(pending).catch(logged('signing out on the server'));

/**
 * Ends the session of `token` on the server. Until that has succeeded, the token stays on this device and is used for
 * nothing else; `sendPendingSignOuts` sends it again.
 */
export function signOutOnServer(token: string): void {
  const pending = { server: onServer('/'), token };
  write([...read(), pending]);
  sendOrKeep(pending);
}

/** Sends the sign-outs that have not reached this server yet. */
export function sendPendingSignOuts(): void {
  for (const pending of read()) if (pending.server === onServer('/')) sendOrKeep(pending);
}

/** Sends the sign-outs that have not reached the server yet: now, and when the network is back. Call once. */
export function startPendingSignOuts(): void {
  window.addEventListener('online', sendPendingSignOuts);
  sendPendingSignOuts();
}
