/**
 * The service worker: the app's own files from the device, so that it starts at once and without a network. It touches
 * nothing else: calls, the socket, documents and map tiles go to the network as if it were not there.
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

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

const PAGE = '/index.html';
/** What is no page of the app: the API with its documents, the socket, health, and whatever is named like a file. */
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
 * The page's headers say which map and payment hosts it may reach, and these are settings of the server: the kept page
 * takes them over while its text is the same. Another text is another version, which comes as a whole.
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

// Pages send it only on Reload, so that no other page loses the files it runs on.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});
// The first worker claims its page: otherwise the app works offline only after the second start.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
