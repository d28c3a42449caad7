import type { PushMessage } from '@boli/shared/push/push.schema';

declare const self: ServiceWorkerGlobalScope;

/** Tells a page to close the system's notification on this subject, because the page shows the subject itself. */
export interface ShownMessage {
  type: 'SHOWN';
  tag: string;
}

/** Tells a page that the browser has dropped or replaced the push subscription. */
export interface DroppedMessage {
  type: 'DROPPED';
}

/** How long a page may take to confirm that it opens a URL, in ms. */
const OPEN_MS = 1_000;

/** Tells a page to show a URL of the app. */
export interface OpenMessage {
  type: 'OPEN';
  url: string;
}

/** Parses a message as the server sends it; null for anything else. Only URLs of the app are opened. */
function readMessage(text: string | undefined): PushMessage | null {
  try {
    const { title, body, tag, url }: Partial<Record<string, unknown>> = JSON.parse(text ?? '');
    const isText = [title, body, tag, url].every((value) => typeof value === 'string');
    return isText && String(url).startsWith('/?')
      ? { title: String(title), body: String(body), tag: String(tag), url: String(url) }
      : null;
  } catch {
    return null;
  }
}

/** The windows of the app; other windows of the origin show documents. */
async function pages(): Promise<WindowClient[]> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.filter(({ url }) => new URL(url).pathname === '/');
}

/** WebKit withdraws the permission of sites that show no notification for a message, even if the page is visible. */
const mustShow = () => /AppleWebKit\//.test(navigator.userAgent) && !/Chrom(e|ium)\//.test(navigator.userAgent);

/**
 * Shows a pushed message as a system notification, which replaces an older one on the same subject. A visible page has
 * already shown the message, by its live connection; if the browser requires a notification nevertheless, the page
 * closes the notification.
 */
async function show(text: string | undefined): Promise<void> {
  const message = readMessage(text);
  const inSight = (await pages()).filter(({ visibilityState }) => visibilityState === 'visible');
  if (!message || (inSight.length > 0 && !mustShow())) return;
  const { title, body, tag, url } = message;
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    // A newer notification on the same subject alerts again.
    renotify: true,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { url },
  };
  await self.registration.showNotification(title, options);
  for (const page of inSight) page.postMessage({ type: 'SHOWN', tag } satisfies ShownMessage);
}

/** The app's page that has the focus, else a visible one, else any. */
async function pageOfApp(): Promise<WindowClient | undefined> {
  const rank = ({ focused, visibilityState }: WindowClient) =>
    Number(focused) * 2 + Number(visibilityState === 'visible');
  return (await pages()).sort((one, other) => rank(other) - rank(one))[0];
}

/** Asks a page to open a URL; false if the page does not confirm it, because the app is not running there yet. */
function opens(page: WindowClient, url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), OPEN_MS);
    page.postMessage({ type: 'OPEN', url } satisfies OpenMessage, [port2]);
  });
}

/** Shows the subject of a notification in a page that is open, else in a new one. */
async function open(url: string): Promise<void> {
  const page = await pageOfApp();
  await page?.focus().catch(() => undefined);
  if (page && ((await opens(page, url)) || (await page.navigate(url).catch(() => null)))) return;
  await self.clients.openWindow(url);
}

/**
 * Tells the app's pages that the subscription was dropped or replaced, so that they renew it. Only pages have the
 * token that the server requires; without an open page, the next start of the app renews the subscription.
 */
async function reportDropped(): Promise<void> {
  for (const page of await pages()) page.postMessage({ type: 'DROPPED' } satisfies DroppedMessage);
}

/** Listens for pushed messages, for presses of their notifications, and for the loss of the subscription. */
export function listenForPushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data?.text())));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { url } = event.notification.data ?? {};
    if (typeof url === 'string') event.waitUntil(open(url));
  });
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(reportDropped()));
}
