import { logged } from '../log';
import { t } from '../t';
import { toast } from '../toast';
import { historyIndex } from './back';
import { bridge } from './bridge';
import { serverAddress } from './chosen-server';

/** Set while the page lives: a reload must not open the link again that once started the app. */
const LAUNCHED_KEY = 'launch_link_opened';
const GEO = /^geo:(-?[\d.]+,-?[\d.]+)/;

/** Opens an address in the app of the phone that is for it; says so where there is none. */
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
 * The page of the app that a link shows: `boli:` links, and web links to its server; null for others. Only path and
 * search are used.
 */
export function pageOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const link = new URL(url);
  if (link.protocol === 'boli:')
    return `${link.host === 'auth' || link.pathname === '/auth' ? '/auth' : '/'}${link.search}`;
  return link.origin === serverAddress() ? link.pathname + link.search : null;
}

function show(page: string): void {
  const state = { idx: historyIndex() + 1 };
  window.history.pushState(state, '', page);
  window.dispatchEvent(new PopStateEvent('popstate', { state }));
}

/**
 * Hands links to other apps (`tel:`, `upi:`, `geo:`, web pages) to the phone, and opens links to the app in the page.
 * Resolves once the link that started the app is in the address.
 */
export async function startLinks(): Promise<void> {
  const { App } = bridge().Plugins;
  document.addEventListener('click', onClick);
  App.addListener('appUrlOpen', ({ url }) => {
    const page = pageOf(url);
    if (page) show(page);
  });
  if (sessionStorage.getItem(LAUNCHED_KEY)) return;
  sessionStorage.setItem(LAUNCHED_KEY, 'yes');
  const page = pageOf((await App.getLaunchUrl())?.url ?? '');
  if (page) window.history.replaceState(null, '', page);
}
