import { logged } from '../log';
import { useSession } from '../session';
import { bridge } from './bridge';

let timers: ReturnType<typeof setTimeout>[] = [];

/** `navigator.vibrate` by the native plugin. The pattern is in milliseconds: on, off, on, … */
function vibrate(pattern: VibratePattern): boolean {
  for (const timer of timers) clearTimeout(timer);
  timers = [];
  let at = 0;
  for (const [index, ms] of [pattern].flat().entries()) {
    const isOn = index % 2 === 0 && ms > 0;
    if (isOn) timers.push(setTimeout(() => void bridge().Plugins.Haptics.vibrate({ duration: ms }), at));
    at += ms;
  }
  return true;
}

/** Shares the part of the page that a browser would print (core/print.ts), line by line. */
function share(): void {
  window.dispatchEvent(new Event('beforeprint'));
  const sheet = document.querySelector<HTMLElement>('.boli-print');
  const lines = sheet ? linesOf(sheet) : [];
  window.dispatchEvent(new Event('afterprint'));
  // The share also rejects if the person closes the share sheet, so a failure is only logged.
  bridge()
    .Plugins.Share.share({ title: document.title, text: lines.join('\n') })
    .catch(logged('sharing'));
}

const BLOCKS = 'div, section, p, li, dl, h2, h3';

/** The texts of a part of the page: one for each term with its description, and for each innermost block. */
function linesOf(element: Element): string[] {
  const isRow = element.querySelector(':scope > dt, :scope > dd') !== null || element.querySelector(BLOCKS) === null;
  if (!isRow) return [...element.children].flatMap(linesOf);
  const words = [...element.childNodes].map((part) => part.textContent?.trim()).filter(Boolean);
  return words.length > 0 ? [words.join(' ')] : [];
}

/**
 * Keeps the clock and the icons of the phone readable: light on the dark scheme and on the header of the sign-in page.
 */
function startBars(): void {
  const page = document.documentElement;
  const apply = () => {
    const isDark = page.dataset.mantineColorScheme === 'dark' || useSession.getState().status === 'signed_out';
    bridge()
      .Plugins.SystemBars.setStyle({ style: isDark ? 'DARK' : 'LIGHT' })
      .catch(logged('colouring the system bars'));
  };
  new MutationObserver(apply).observe(page, { attributeFilter: ['data-mantine-color-scheme'] });
  useSession.subscribe(apply);
  apply();
}

/**
 * Installs vibration if the web view has none (iOS), the share sheet in place of printing, and readable system bars.
 */
export function startPhoneHardware(): void {
  if (!('vibrate' in navigator)) Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
  window.print = share;
  startBars();
}
