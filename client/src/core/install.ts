import { INSTALL_DISMISSAL_DAYS } from '@boli/shared/core/constants';
import { create } from 'zustand';

const DISMISSED_KEY = 'install_dismissed_at';
const DISMISSAL_MS = INSTALL_DISMISSAL_DAYS * 24 * 3_600_000;

/** What browsers hand to a page that may be installed; it can be shown once. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** How this device installs the app: by the browser's own dialog, by hand on iOS, or not (now). */
export const useInstall = create<{ way: 'prompt' | 'ios' | null }>(() => ({ way: null }));

let kept: InstallPrompt | null = null;

function isInstalled(): boolean {
  const iosSays = 'standalone' in navigator && navigator.standalone === true;
  return iosSays || window.matchMedia('(display-mode: standalone)').matches;
}

/** iPads call themselves Macs, which have no touch. */
function isIos(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
  );
}

/** Whether 'Not Now' still holds; after seven days the note of it goes. */
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
  // The browser's own small bar stays away; the banner is ours.
  event.preventDefault();
  kept = event;
  if (!isDismissed() && !isInstalled()) useInstall.setState({ way: 'prompt' });
}

/** Listens for the chance to install, which comes once and maybe before the first screen. Gives back what ends it. */
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

/** 'Not Now': hidden for seven days on this device. */
export function dismissInstall(): void {
  useInstall.setState({ way: null });
  try {
    localStorage.setItem(DISMISSED_KEY, String(Date.now()));
  } catch {
    // Then it is hidden until the next load.
  }
}

/** Opens the browser's own dialog; a no there counts as 'Not Now'. */
export async function install(): Promise<void> {
  const prompt = kept;
  kept = null;
  useInstall.setState({ way: null });
  if (!prompt) return;
  await prompt.prompt();
  const { outcome } = await prompt.userChoice;
  if (outcome === 'dismissed') dismissInstall();
}
