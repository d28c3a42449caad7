import { logout, me } from '@boli/shared/auth/auth.endpoints';
import { roles, type Session, type User } from '@boli/shared/auth/auth.schema';
import { create } from 'zustand';
import { ApiError, call, SUSPENDED, whenUnauthorized } from './api';
import { onForeignToken, readToken, writeToken } from './token';

const USER_KEY = 'user';
const RETRY_MS = 5_000;

export interface SessionState {
  status: 'checking' | 'signed_out' | 'signed_in';
  user: User | null;
  token: string | null;
  /** While checking: the server cannot be reached and nothing is known of this user yet; it is tried again by itself. */
  unreachable: boolean;
  /** While signed out: why the account is suspended, in the server's words; null otherwise. */
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
    // Without storage the next load simply asks again.
  }
}

/** Who is signed in here. `checking` lasts from the first load with a token until the server has said whose it is. */
export const useSession = create<SessionState>(() => ({
  status: readToken() ? 'checking' : 'signed_out',
  user: null,
  token: readToken(),
  unreachable: false,
  suspended: null,
}));

/** Whether the signed-in person is suspended and only finishes a ride: the server opens nothing but `whileSuspended`. */
export function useIsSuspended(): boolean {
  return useSession((session) => session.user?.suspension !== undefined);
}

/** Takes a session from login, registration or a password change. One of a role that is not known here is none. */
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
}

const forgetting = new Set<() => void>();

/** Registers what forgets one person's data: called whenever somebody else is signed in, or nobody any more. */
export function onOtherPerson(forget: () => void): void {
  forgetting.add(forget);
}

useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) for (const forget of forgetting) forget();
});

const leaving = new Set<(reason: string | null) => void>();

/** Registers what must be forgotten with the session (stores, drafts). */
export function onSignOut(heard: (reason: string | null) => void): void {
  leaving.add(heard);
}

/** Removes token and user; `reason` is null when the person asked for it. */
export function signOut(reason: string | null = null): void {
  if (useSession.getState().status === 'signed_out') return;
  writeToken(null);
  rememberUser(null);
  useSession.setState({ status: 'signed_out', user: null, token: null, unreachable: false });
  for (const heard of leaving) heard(reason);
}

/** Signs out here at once and tells the server, which ends this device's token; without a network it ends by its time. */
export function logOut(): void {
  call(logout).catch(() => undefined);
  signOut();
}

/** Shows on the sign-in page that the account is suspended; whether that is what a refusal says. */
export function noteSuspension(error: unknown): boolean {
  const isSuspension = error instanceof ApiError && error.code === SUSPENDED;
  useSession.setState({ suspended: isSuspension ? error.detail : null });
  return isSuspension;
}

/** The signed-in person after a change of name or phone. */
export function updateUser(user: User): void {
  rememberUser(user);
  useSession.setState({ user });
}

const ends = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status);

let retry: ReturnType<typeof setTimeout> | undefined;
let checking: Promise<void> | null = null;

async function askServer(): Promise<void> {
  const token = readToken();
  if (!token) return signOut();
  try {
    const user = await call(me);
    if (token !== readToken()) return;
    if (!isKnownRole(user.role)) return signOut('unknown_role');
    rememberUser(user);
    useSession.setState({ status: 'signed_in', user, token, unreachable: false });
  } catch (error) {
    if (token !== readToken()) return;
    if (ends(error)) {
      signOut(error instanceof ApiError && error.code === SUSPENDED ? 'suspended' : 'ended');
      noteSuspension(error);
      return;
    }
    // A server that is away ends no session: the last known state stays and the question is repeated.
    const known = useSession.getState().user ?? lastKnownUser();
    useSession.setState(known ? { status: 'signed_in', user: known, token } : { unreachable: true });
    retry = setTimeout(checkSession, RETRY_MS);
  }
}

/** Asks the server whose token this is: signs out on 401, 403, 404 or an unknown role, keeps the session when it is away. */
export function checkSession(): Promise<void> {
  clearTimeout(retry);
  checking ??= askServer().finally(() => {
    checking = null;
  });
  return checking;
}

/** Starts the session once, at the start of the page. */
export function startSession(): void {
  whenUnauthorized(() => void checkSession());
  onForeignToken((token) => {
    if (!token) return signOut();
    useSession.setState({ status: 'checking', user: null, token });
    void checkSession();
  });
  if (readToken()) void checkSession();
}
