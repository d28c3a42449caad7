import type { PushAddress, PushDevice } from './push-device';

/** The longest wait for the service worker, in ms: if its installation failed, it is never ready. */
const READY_MS = 10_000;

const isSupported = () =>
  'serviceWorker' in navigator && typeof PushManager !== 'undefined' && typeof Notification !== 'undefined';

/** The subscription of this browser; null without one. */
async function subscription(): Promise<PushSubscription | null> {
  if (!isSupported()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The key in base64url with which a subscription was made; null if the browser does not report it. */
function keyOf({ options }: PushSubscription): string | null {
  const key = options?.applicationServerKey;
  if (!key) return null;
  const bytes = String.fromCharCode(...new Uint8Array(key));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Subscribes this browser with the key of the server, or returns its existing subscription. A subscription with another
 * key, from before the server's database was replaced, is ended: a browser has only one subscription, and the server
 * cannot use that one.
 */
async function subscribeWith({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const old = await pushManager.getSubscription();
  if (old && (keyOf(old) ?? key) === key) return old;
  await old?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** The registration of the service worker. Rejects if it is not ready within `READY_MS`. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the service worker is not ready')), READY_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, tooLate]).finally(() => clearTimeout(timer));
}

function addressOf(held: PushSubscription): PushAddress {
  const { endpoint, keys } = held.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
}

/** Closes the notifications that the browser shows: those with this tag, or all of them. */
export async function closeShown(tag?: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = await (tag === undefined ? registration?.getNotifications() : registration?.getNotifications({ tag }));
  for (const notification of shown ?? []) notification.close();
}

/** Notifications by the browser's push service (Web Push). */
export const browserPush: PushDevice = {
  offState: () => {
    if (!isSupported()) return 'unsupported';
    return Notification.permission === 'denied' ? 'denied' : 'off';
  },
  isAllowed: () => Notification.permission === 'granted',
  ask: async () => (await Notification.requestPermission()) === 'granted',
  current: async () => {
    const held = await subscription();
    return held && addressOf(held);
  },
  prepare: async (key) => {
    const [registration, { public_key: ofServer }] = await Promise.all([readyWorker(), key]);
    return async () => addressOf(await subscribeWith(registration, ofServer));
  },
  end: () => subscription().then((held) => held?.unsubscribe()),
  closeAllShown: () => closeShown(),
};
