/**
 * The service worker: serves the app's own files from the device, so that the app starts immediately and without a
 * network. The worker also shows pushed notifications. It handles nothing else: API requests, the socket, documents and
 * map tiles use the network directly.
 */
import { cacheNames } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { listenForPushes } from './push';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

const PAGE = '/index.html';
/**
 * Paths that are not pages of the app: the API with its documents, the socket, health, and every path with a file
 * extension.
 */
const NO_PAGE = [/^\/(api|socket\.io|health)(\/|$)/, /\.\w+$/];

// `/` is a page like every other one.
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '' });
cleanupOutdatedCaches();

const givePage = createHandlerBoundToURL(PAGE);
registerRoute(
  new NavigationRoute(
    (options) => {
      const { event } = options;
      if (event instanceof ExtendableEvent) event.waitUntil(renewHeaders());
      return givePage(options);
    },
    { denylist: NO_PAGE },
  ),
);

/**
 * The page's headers name the map and payment hosts that the page may use; these hosts are settings of the server. The
 * cached page gets the new headers if its content is unchanged. Changed content is another version, which is installed as
 * a whole.
 */
async function renewHeaders(): Promise<void> {
  const key = getCacheKeyForURL(PAGE);
  const [kept, fresh] = await Promise.all([
    matchPrecache(PAGE),
    fetch(PAGE, { cache: 'no-cache' }).catch(() => undefined),
  ]);
  if (!key || !kept || !fresh?.ok) return;
  if ((await fresh.clone().text()) !== (await kept.text())) return;
  await (await caches.open(cacheNames.precache)).put(key, fresh);
}

// A page sends this message only when Reload is pressed. A new worker that took over by itself would delete the files
// that the open pages still run on.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});
// The first worker claims its page: otherwise the app works offline only after the second start.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

listenForPushes();
