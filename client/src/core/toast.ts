import { TOAST_MS, TOAST_SUCCESS_MS } from '@boli/shared/core/constants';
import type { OptionsObject, ProviderContext, SnackbarKey } from 'notistack';

type Host = Pick<ProviderContext, 'enqueueSnackbar' | 'closeSnackbar'>;

/** An error this young came with the change of screen itself: it is read on the new one. */
const NEWS_MS = 1_000;

interface Standing {
  text: string;
  /** What went wrong, where its success ends the error. */
  about: string | undefined;
  /** When it came, in ms. */
  since: number;
}

let host: Host | null = null;
/** The errors in sight. One that is leaving is not in sight: the same again is news. */
const standing = new Map<SnackbarKey, Standing>();

/** Given the part of the page that shows toasts, as it comes and goes. */
export function hostToasts(shown: Host | null): void {
  host = shown;
  // Another host has nothing in sight yet.
  standing.clear();
}

function clear(isOver: (error: Standing) => boolean): void {
  for (const [key, error] of [...standing]) {
    if (!isOver(error)) continue;
    host?.closeSnackbar(key);
    standing.delete(key);
  }
}

/** Closes the errors that still stand, or those about one thing: it has succeeded since. */
export function clearErrors(about?: string): void {
  clear((error) => about === undefined || error.about === about);
}

/** Closes the errors that came at this time (in ms) or later. */
export function clearErrorsSince(time: number): void {
  clear(({ since }) => since >= time);
}

/** Closes what the screen that was left said; an error that led to the new screen stays. */
export function leaveScreen(): void {
  clear(({ since }) => Date.now() - since > NEWS_MS);
}

function show(text: string, options: OptionsObject): void {
  host?.enqueueSnackbar(text, options);
}

function showError(text: string, about?: string): void {
  if ([...standing.values()].some((error) => error.text === text)) return;
  const key = host?.enqueueSnackbar(text, {
    variant: 'error',
    persist: true,
    onClose: (_event, _reason, closed) => closed !== undefined && standing.delete(closed),
  });
  if (key !== undefined) standing.set(key, { text, about, since: Date.now() });
}

/**
 * Short messages at the top right. Errors stay until they are closed, something succeeds, or their screen is left.
 * `about` names what an error is about, for `clearErrors(about)`.
 */
export const toast = {
  success: (text: string) => {
    clearErrors();
    show(text, { variant: 'success', autoHideDuration: TOAST_SUCCESS_MS });
  },
  error: showError,
  info: (text: string) => show(text, { variant: 'info', autoHideDuration: TOAST_MS }),
  warning: (text: string) => show(text, { variant: 'warning', autoHideDuration: TOAST_MS }),
} as const;
