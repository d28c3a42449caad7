import { type NotificationKind, notificationKinds } from '@boli/shared/notifications/notifications.schema';
import { readPushKey, subscribe, unsubscribe } from '@boli/shared/push/push.endpoints';
import { type PushSubscription as Choice, QuietHours } from '@boli/shared/push/push.schema';
import { z } from 'zod';
import { create } from 'zustand';
import { call } from './api';
import { useLanguage } from './language';
import { onSignOut, onUserChange, useSession } from './session';

const CHOICE_KEY = 'push_choice';
/** Installing the service worker takes less time than this; where it fails, the worker is never ready. */
const READY_MS = 10_000;

/** What this device is notified of. */
export type PushChoice = Pick<Choice, 'muted' | 'quiet'>;

const everything: PushChoice = { muted: [], quiet: null };

const isKind = (kind: unknown): kind is NotificationKind => notificationKinds.some((known) => known === kind);
/** Another version of the app may have stored the choice: kinds that the server does not know are left out. */
const StoredChoice = z
  .object({
    muted: z
      .array(z.unknown())
      .catch([])
      .transform((kinds) => kinds.filter(isKind)),
    quiet: QuietHours.nullable().catch(null),
  })
  .catch(everything);

interface PushState {
  /**
   * `unsupported`: this browser has no Web Push (on iOS, before the app is on the home screen); `denied`: the person
   * has refused notifications in the browser, and can allow them again only there.
   */
  state: 'unsupported' | 'denied' | 'off' | 'on';
  choice: PushChoice;
}

function readChoice(): PushChoice {
  try {
    return StoredChoice.parse(JSON.parse(localStorage.getItem(CHOICE_KEY) ?? '{}'));
  } catch {
    return everything;
  }
}

function writeChoice(choice: PushChoice | null): void {
  try {
    if (choice) localStorage.setItem(CHOICE_KEY, JSON.stringify(choice));
    else localStorage.removeItem(CHOICE_KEY);
  } catch {
    // Without storage the choice lasts until the next load.
  }
}

const isSupported = () =>
  'serviceWorker' in navigator && typeof PushManager !== 'undefined' && typeof Notification !== 'undefined';

const offState = (): PushState['state'] => {
  if (!isSupported()) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'off';
};

/** Whether this device is notified while the app is closed, and of what. */
export const usePush = create<PushState>(() => ({ state: offState(), choice: readChoice() }));

/** The subscription of this browser; null without one. */
async function current(): Promise<PushSubscription | null> {
  if (!isSupported()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

let last: Promise<unknown> = Promise.resolve();
/** Runs the steps one after the other; those of a sign-out and of the next sign-in would overlap otherwise. */
function inOrder<T>(step: () => Promise<T>): Promise<T> {
  const result = last.then(step);
  last = result.catch(() => undefined);
  return result;
}

const userId = () => useSession.getState().user?.id;

/** The key in base64url that a subscription was made with; null where the browser does not report it. */
function keyOf({ options }: PushSubscription): string | null {
  const key = options?.applicationServerKey;
  if (!key) return null;
  const bytes = String.fromCharCode(...new Uint8Array(key));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Subscribes this browser with the key of the server, or returns its existing subscription. A subscription with another
 * key, from before the server's database was replaced, is ended: a browser has only one, and the server could not use it.
 */
async function subscribeWith({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const old = await pushManager.getSubscription();
  if (old && (keyOf(old) ?? key) === key) return old;
  await old?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** The registration of the service worker. Rejects where there is none in time. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the service worker is not ready')), READY_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, tooLate]).finally(() => clearTimeout(timer));
}

async function register(subscription: PushSubscription, choice: PushChoice): Promise<void> {
  const owner = userId();
  if (!owner) return;
  const { endpoint, keys } = subscription.toJSON();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  await call(subscribe, {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
      ...choice,
      time_zone: timeZone,
    },
  });
  // Another account has signed in meanwhile, to which the choice does not belong.
  if (userId() !== owner) return;
  writeChoice(choice);
  usePush.setState({ state: 'on' });
}

/**
 * Asks the person and the browser to be notified on this device. Called by a press only: browsers refuse it otherwise.
 * Resolves to the new state; rejects when the push service or the server cannot be reached.
 */
export async function turnOnPush(): Promise<PushState['state']> {
  if (!isSupported()) return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') {
    usePush.setState({ state: offState() });
    return offState();
  }
  const owner = userId();
  await inOrder(async () => {
    const [registration, { public_key: key }] = await Promise.all([readyWorker(), call(readPushKey)]);
    if (userId() !== owner) return;
    await register(await subscribeWith(registration, key), usePush.getState().choice);
  });
  return usePush.getState().state;
}

/**
 * Changes what this device is notified of. The choice is shown at once and then sent; of several quick changes only the last
 * has to be sent. Where it cannot be saved, the previous choice is restored. @throws {ApiError}
 */
export async function choosePush(choice: PushChoice): Promise<void> {
  usePush.setState({ choice });
  const isLatest = () => usePush.getState().choice === choice;
  await inOrder(async () => {
    if (!isLatest()) return;
    try {
      const subscription = await current();
      if (subscription) await register(subscription, choice);
      else usePush.setState({ state: offState() });
    } catch (error) {
      if (isLatest()) usePush.setState({ choice: readChoice() });
      throw error;
    }
  });
}

/** Turns off the notifications of this device. @throws {ApiError} */
export function turnOffPush(): Promise<void> {
  return inOrder(async () => {
    const subscription = await current();
    if (subscription) {
      await call(unsubscribe, { body: { endpoint: subscription.endpoint } });
      await subscription.unsubscribe();
    }
    usePush.setState({ state: offState() });
  });
}

/** The muted kinds with these added or removed. */
export function withMuted(
  muted: readonly NotificationKind[],
  kinds: readonly NotificationKind[],
  off: boolean,
): NotificationKind[] {
  const others = muted.filter((kind) => !kinds.includes(kind));
  return off ? [...others, ...kinds] : others;
}

/** Renews the subscription of this browser for whoever is signed in: push services and sessions change. */
async function renew(): Promise<void> {
  const owner = userId();
  if (!owner || !(await current()) || Notification.permission !== 'granted') return;
  const [registration, { public_key: key }] = await Promise.all([readyWorker(), call(readPushKey)]);
  if (userId() === owner) await register(await subscribeWith(registration, key), readChoice());
}

/** Keeps the subscription with the session: renewed at sign-in and in a new language, removed from the browser at sign-out. */
export function startPush(): void {
  const quietly = (work: () => Promise<unknown>) => void inOrder(work).catch(() => undefined);
  onUserChange(() => quietly(renew));
  useLanguage.subscribe(() => quietly(renew));
  // The server sends nothing for a session that has ended, and drops its subscription at the next notification.
  onSignOut(() => {
    writeChoice(null);
    usePush.setState({ state: offState(), choice: everything });
    quietly(async () => (await current())?.unsubscribe());
  });
  quietly(renew);
}

/** Closes the system notifications on a subject that this page shows itself. */
async function closeShown(tag: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications({ tag })) ?? []) notification.close();
}

/** Calls `listener` with the address of a notification that was pressed. Returns a dispose function. */
export function onPushOpened(listener: (url: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const onMessage = ({ data, ports: [port] }: MessageEvent) => {
    if (data?.type === 'SHOWN' && typeof data.tag === 'string') void closeShown(data.tag).catch(() => undefined);
    if (data?.type !== 'OPEN' || typeof data.url !== 'string' || !data.url.startsWith('/?')) return;
    port?.postMessage('opened');
    listener(data.url);
  };
  navigator.serviceWorker.addEventListener('message', onMessage);
  return () => navigator.serviceWorker.removeEventListener('message', onMessage);
}
