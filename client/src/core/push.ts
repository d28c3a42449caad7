import { readPushKey, subscribe, unsubscribe } from '@boli/shared/push/push.endpoints';
import { create } from 'zustand';
import { ApiError, call } from './api';
import { useLanguage } from './language';
import { everything, forgetChoice, type PushChoice, readChoice, writeChoice } from './push-choice';
import { onSignOut, onUserChange, useSession } from './session';

/** Installing the service worker takes less time than this; where it fails, the worker is never ready. */
const READY_MS = 10_000;

interface PushState {
  /**
   * `unsupported`: this browser has no Web Push (on iOS, before the app is on the home screen); `denied`: the person
   * has refused notifications in the browser, and can allow them again only there.
   */
  state: 'unsupported' | 'denied' | 'off' | 'on';
  choice: PushChoice;
}

const isSupported = () =>
  'serviceWorker' in navigator && typeof PushManager !== 'undefined' && typeof Notification !== 'undefined';

const offState = (): PushState['state'] => {
  if (!isSupported()) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'off';
};

/** Whether this device is notified while the app is closed, and of what. */
export const usePush = create<PushState>(() => ({ state: offState(), choice: everything }));

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

async function register(owner: string, subscription: PushSubscription, choice: PushChoice): Promise<void> {
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
  writeChoice(owner, choice);
  usePush.setState({ state: 'on' });
}

/**
 * Subscribes this browser for this person, who is signed in, and sends the subscription with the choice. One that the
 * server has for another account is replaced by a fresh one, once.
 */
async function subscribeFor(owner: string): Promise<void> {
  const [registration, { public_key: key }] = await Promise.all([readyWorker(), call(readPushKey)]);
  const send = async () => {
    if (userId() === owner) await register(owner, await subscribeWith(registration, key), usePush.getState().choice);
  };
  try {
    await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'push.taken')) throw error;
    await (await current())?.unsubscribe();
    await send();
  }
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
  await inOrder(async () => owner && subscribeFor(owner));
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
      const [owner, subscription] = [userId(), await current()];
      if (owner && subscription) await register(owner, subscription, choice);
      else usePush.setState({ state: offState() });
    } catch (error) {
      if (isLatest()) usePush.setState({ choice: readChoice(userId()) ?? everything });
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

/** Ends what an account leaves on this device, besides its choice: the browser's subscription and what the system shows. */
async function endHere(): Promise<void> {
  await Promise.all([current().then((subscription) => subscription?.unsubscribe()), closeShown()]);
}

/** Removes the choice that is stored and shown. */
function dropChoice(): void {
  forgetChoice();
  usePush.setState({ state: offState(), choice: everything });
}

/**
 * Renews the subscription of this browser for the person who turned it on: push services and sessions change. What another
 * account left here is ended, and the person who is signed in has to turn notifications on.
 */
async function renew(): Promise<void> {
  const owner = userId();
  if (!owner) return;
  if (usePush.getState().state !== 'on' && !readChoice(owner)) {
    dropChoice();
    await endHere();
  } else if ((await current()) && Notification.permission === 'granted') await subscribeFor(owner);
}

/** Keeps the subscription with the session: renewed at sign-in and in a new language, removed from the browser at sign-out. */
export function startPush(): void {
  const quietly = (work: () => Promise<unknown>) => void inOrder(work).catch(() => undefined);
  const start = () => {
    usePush.setState({ state: offState(), choice: readChoice(userId()) ?? everything });
    quietly(renew);
  };
  onUserChange(start);
  useLanguage.subscribe(() => quietly(renew));
  // The server sends nothing for a session that has ended, and drops its subscription at the next notification.
  onSignOut(() => {
    dropChoice();
    quietly(endHere);
  });
  start();
}

/** Closes the system notifications on a subject that this page shows itself; all of them without a subject. */
async function closeShown(tag?: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const shown = await (tag === undefined ? registration?.getNotifications() : registration?.getNotifications({ tag }));
  for (const notification of shown ?? []) notification.close();
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
