import { logged } from '../log';
import { t } from '../t';
import { toast } from '../toast';
import { historyIndex } from './back';
import { bridge } from './bridge';
import { serverAddress } from './chosen-server';

/** In session storage: a reload of the page must not open again the link that started the app. */
const LAUNCHED_KEY = 'launch_link_opened';
const GEO = /^geo:(-?[\d.]+,-?[\d.]+)/;

/** Opens a URL in the phone's app for it; a toast says so if there is none. */
async function openOutside(url: string): Promise<void> {
  const open = (target: string) => bridge().Plugins.AppLauncher.openUrl({ url: target });
  const place = GEO.exec(url)?.[1];
  if ((await open(url)).completed) return;
  const directions = place && `https://www.google.com/maps/dir/?api=1&destination=${place}`;
  if (directions && (await open(directions)).completed) return;
  toast.error(t('native.no_app'));
}

function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
  if (link.origin === window.location.origin || ['blob:', 'data:'].includes(link.protocol)) return;
  event.preventDefault();
  openOutside(link.href).catch(logged('opening another app'));
}

/**
 * The page of the app that a link shows: `/` or `/auth` with the query string of the link, for `boli:` links and web
 * links to the app's server; null for other links.
 */
export function pageOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const link = new URL(url);
  const isOwn = link.protocol === 'boli:';
  if (!isOwn && link.origin !== serverAddress()) return null;
  const isAuth = link.pathname === '/auth' || (isOwn && link.host === 'auth');
  return `${isAuth ? '/auth' : '/'}${link.search}`;
}

/** Shows a page of the app, such as `/?booking=<id>`, as a new entry of the history. */
export function show(page: string): void {
  const state = { idx: historyIndex() + 1 };
  window.history.pushState(state, '', page);
  window.dispatchEvent(new PopStateEvent('popstate', { state }));
}

/** Shows each link that opens the running app, except the first report of `launchedBy`, which the phone repeats. */
function listenToLinks(launchedBy: string): void {
  let repeated = launchedBy;
  bridge().Plugins.App.addListener('appUrlOpen', ({ url }) => {
    if (url === repeated) {
      repeated = '';
      return;
    }
    const page = pageOf(url);
    if (page) show(page);
  });
}

/**
 * Hands links to other apps (`tel:`, `upi:`, `geo:`, web pages) to the phone, and opens links to the app in the page.
 * Resolves once the page's URL shows the link that started the app.
 */
export async function startLinks(): Promise<void> {
  document.addEventListener('click', onClick);
  const isFirst = !sessionStorage.getItem(LAUNCHED_KEY);
  sessionStorage.setItem(LAUNCHED_KEY, 'yes');
  let launchedBy = '';
  try {
    if (isFirst) launchedBy = (await bridge().Plugins.App.getLaunchUrl())?.url ?? '';
    const page = pageOf(launchedBy);
    if (page) window.history.replaceState(null, '', page);
  } finally {
    // Links that arrived before are kept by the phone for the first listener.
    listenToLinks(launchedBy);
  }
}
