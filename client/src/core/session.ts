import { me } from '@boli/shared/auth/auth.endpoints';
import { roles, type Session, type User } from '@boli/shared/auth/auth.schema';
import { create } from 'zustand';
import { ApiError, call, SUSPENDED, setUnauthorizedHandler } from './api';
import { sendPendingSignOuts, signOutOnServer, startPendingSignOuts } from './pending-sign-outs';
import { onTokenFromOtherTab, readToken, writeToken } from './token';

const USER_KEY = 'user';
const RETRY_MS = 5_000;
/** After this time (ms) without an answer the last known user is signed in; the check continues. */
const ANSWER_MS = 5_000;

export interface SessionState {
  status: 'checking' | 'signed_out' | 'signed_in';
  user: User | null;
  token: string | null;
  /** While checking: the server is unreachable and no user is cached; the check is retried automatically. */
  unreachable: boolean;
  /** While signed out: whether the user has signed out; false if the server has ended the session. */
  leftByUser: boolean;
  /** While signed out: the server's text why the account is suspended; null otherwise. */
  suspended: string | null;
}

const isKnownRole = (role: string) => roles.some((known) => known === role);

function lastKnownUser(): User | null {
  try {
    const text = localStorage.getItem(USER_KEY);
    const user: User | null = text ? JSON.parse(text) : null;
    return user && isKnownRole(user.role) ? user : null;
  } catch {
    return null;
  }
}

function rememberUser(user: User | null): void {
  try {
    if (user) localStorage.setItem(USER_KEY, JSON.stringify(user));
    else localStorage.removeItem(USER_KEY);
  } catch {
    // Without storage the next load reads the user from the server.
  }
}

/** The signed-in user. `checking` lasts from a load with a token until the server has validated it. */
export const useSession = create<SessionState>(() => ({
  status: readToken() ? 'checking' : 'signed_out',
  user: null,
  token: readToken(),
  unreachable: false,
  leftByUser: false,
  suspended: null,
}));

/**
 * Whether the signed-in user is suspended and may only finish a ride: the server allows only the endpoints that are
 * marked `whileSuspended`.
 */
export function useIsSuspended(): boolean {
  return useSession((session) => session.user?.suspension !== undefined);
}

/** Stores a session from login, registration or a password change. An unknown role signs out. */
export function signIn(session: Session): void {
  if (!isKnownRole(session.user.role)) {
    signOut('unknown_role');
    return;
  }
  writeToken(session.access_token);
  rememberUser(session.user);
  useSession.setState({
    status: 'signed_in',
    user: session.user,
    token: session.access_token,
    unreachable: false,
    suspended: null,
  });
  // The server was reached just now.
  sendPendingSignOuts();
}

const userChangeListeners = new Set<() => void>();

/** Calls `listener` when another user signs in, or on sign-out: it must delete the data of the previous user. */
export function onUserChange(listener: () => void): void {
  userChangeListeners.add(listener);
}

useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) for (const listener of userChangeListeners) listener();
});

const signOutListeners = new Set<(reason: string | null) => void>();

/** Calls `listener` on sign-out; `reason` is null when the user signed out. */
export function onSignOut(listener: (reason: string | null) => void): void {
  signOutListeners.add(listener);
}

/** Removes token and user; `reason` is null when the user signed out. */
export function signOut(reason: string | null = null): void {
  if (useSession.getState().status === 'signed_out') return;
  writeToken(null);
  rememberUser(null);
  // The early requests of index.html hold the token, too.
  delete window.early;
  useSession.setState({
    status: 'signed_out',
    user: null,
    token: null,
    unreachable: false,
    leftByUser: reason === null,
  });
  for (const listener of signOutListeners) listener(reason);
}

/** Signs out here immediately, and on the server as soon as it can be reached. */
export function logOut(): void {
  const token = readToken();
  signOut();
  if (token) signOutOnServer(token);
}

/** Shows the suspension on the sign-in page if the error reports one. Returns whether it does. */
export function showSuspension(error: unknown): boolean {
  const isSuspension = error instanceof ApiError && error.code === SUSPENDED;
  useSession.setState({ suspended: isSuspension ? error.detail : null });
  return isSuspension;
}

/** Replaces the signed-in user after a change of name or phone. */
export function updateUser(user: User): void {
  rememberUser(user);
  useSession.setState({ user });
}

const isSessionInvalid = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status);

/** Signs in the last known user with this token, before the server has answered. Returns whether a user is known. */
function signInLastKnown(token: string): boolean {
  const user = useSession.getState().user ?? lastKnownUser();
  if (user) useSession.setState({ status: 'signed_in', user, token });
  return user !== null;
}

let retry: ReturnType<typeof setTimeout> | undefined;
let checking: Promise<void> | null = null;

async function refreshSession(): Promise<void> {
  const token = readToken();
  if (!token) return signOut();
  // If the network accepts the request but no response comes, the app starts with the last known user.
  const overdue = setTimeout(() => token === readToken() && signInLastKnown(token), ANSWER_MS);
  try {
    const user = await call(me).finally(() => clearTimeout(overdue));
    if (token !== readToken()) return;
    if (!isKnownRole(user.role)) return signOut('unknown_role');
    rememberUser(user);
    useSession.setState({ status: 'signed_in', user, token, unreachable: false });
  } catch (error) {
    if (token !== readToken()) return;
    if (isSessionInvalid(error)) {
      signOut(error instanceof ApiError && error.code === SUSPENDED ? 'suspended' : 'ended');
      showSuspension(error);
      return;
    }
    // An unreachable server ends no session: the last known state stays and the check is retried.
    if (!signInLastKnown(token)) useSession.setState({ unreachable: true });
    retry = setTimeout(checkSession, RETRY_MS);
  }
}

/**
 * Validates the token: signs out on 401, 403, 404 or an unknown role, keeps the session when the server is unreachable.
 */
export function checkSession(): Promise<void> {
  clearTimeout(retry);
  checking ??= refreshSession().finally(() => {
    checking = null;
  });
  return checking;
}

/** Starts the session. Call once, when the page loads. */
export function startSession(): void {
  startPendingSignOuts();
  setUnauthorizedHandler(() => void checkSession());
  onTokenFromOtherTab((token) => {
    if (!token) return signOut();
    useSession.setState({ status: 'checking', user: null, token });
    void checkSession();
  });
  if (readToken()) void checkSession();
}
