import { INSTALL_DISMISSAL_DAYS } from '@boli/shared/core/constants';
import { create } from 'zustand';

const DISMISSED_KEY = 'install_dismissed_at';
const DISMISSAL_MS = INSTALL_DISMISSAL_DAYS * 24 * 3_600_000;

/** The event by which a browser reports that the page can be installed; its prompt can be shown once. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/**
 * How this device installs the app: by the browser's own dialog or by hand on iOS; null when it cannot be installed, or
 * when the banner was dismissed.
 */
export const useInstall = create<{ way: 'prompt' | 'ios' | null }>(() => ({ way: null }));

let deferredPrompt: InstallPrompt | null = null;

function isInstalled(): boolean {
  const isIosStandalone = 'standalone' in navigator && navigator.standalone === true;
  return isIosStandalone || window.matchMedia('(display-mode: standalone)').matches;
}

/** iPads report themselves as Macs, but have a touch screen. */
function isIos(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
  );
}

/** Whether 'Not Now' was pressed less than seven days ago; an older dismissal is deleted. */
function isDismissed(): boolean {
  try {
    const at = localStorage.getItem(DISMISSED_KEY);
    if (at === null) return false;
    const age = Date.now() - Number(at);
    if (age >= 0 && age < DISMISSAL_MS) return true;
    localStorage.removeItem(DISMISSED_KEY);
  } catch {
    // Without storage nothing is remembered.
  }
  return false;
}

function isPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event && 'userChoice' in event;
}

function offer(event: Event): void {
  if (!isPrompt(event)) return;
  // Suppresses the browser's own bar in favour of the app's banner.
  event.preventDefault();
  deferredPrompt = event;
  if (!isDismissed() && !isInstalled()) useInstall.setState({ way: 'prompt' });
}

/** Listens for the install event, which fires once, maybe before the first screen. Returns a dispose function. */
export function startInstall(): () => void {
  const done = () => useInstall.setState({ way: null });
  window.addEventListener('beforeinstallprompt', offer);
  window.addEventListener('appinstalled', done);
  if (isIos() && !isInstalled() && !isDismissed()) useInstall.setState({ way: 'ios' });
  return () => {
    window.removeEventListener('beforeinstallprompt', offer);
    window.removeEventListener('appinstalled', done);
  };
}

/** Hides the install banner on this device for seven days. */
export function dismissInstall(): void {
  useInstall.setState({ way: null });
  try {
    localStorage.setItem(DISMISSED_KEY, String(Date.now()));
  } catch {
    // Without storage the banner is hidden until the next load.
  }
}

/** Opens the browser's install dialog; its dismissal counts as 'Not Now'. */
export async function install(): Promise<void> {
  const prompt = deferredPrompt;
  deferredPrompt = null;
  useInstall.setState({ way: null });
  if (!prompt) return;
  await prompt.prompt();
  const { outcome } = await prompt.userChoice;
  if (outcome === 'dismissed') dismissInstall();
}
