import { TOAST_MS, TOAST_SUCCESS_MS } from '@boli/shared/core/constants';
import type { OptionsObject, ProviderContext, SnackbarKey } from 'notistack';

type Host = Pick<ProviderContext, 'enqueueSnackbar' | 'closeSnackbar'>;

/**
 * An error younger than this (ms) counts as one that appeared with the change of screen, and stays on the new screen.
 */
const RECENT_MS = 1_000;

interface VisibleError {
  text: string;
  /** The subject of the error, whose later success closes it. */
  about: string | undefined;
  /** Epoch milliseconds at which it was shown. */
  since: number;
}

let host: Host | null = null;
/** The visible errors, without those that are closing: the same text shown again is a new toast. */
const visibleErrors = new Map<SnackbarKey, VisibleError>();

/** Sets the component that shows toasts; null on unmount. */
export function setToastHost(shown: Host | null): void {
  host = shown;
  // A new host shows nothing yet.
  visibleErrors.clear();
}

function clear(isResolved: (error: VisibleError) => boolean): void {
  for (const [key, error] of [...visibleErrors]) {
    if (!isResolved(error)) continue;
    host?.closeSnackbar(key);
    visibleErrors.delete(key);
  }
}

/** Closes all visible errors, or those about one subject, after a success. */
export function clearErrors(about?: string): void {
  clear((error) => about === undefined || error.about === about);
}

/** Closes the errors whose text has these words, such as the text of a cause that no longer exists. */
export function clearErrorsSaying(words: string): void {
  clear(({ text }) => text.includes(words));
}

/** Closes the errors shown at this time (epoch milliseconds) or later. */
export function clearErrorsSince(time: number): void {
  clear(({ since }) => since >= time);
}

/** Closes the errors of the previous screen; one that appeared with the change of screen stays. */
export function clearErrorsOfLastScreen(): void {
  clear(({ since }) => Date.now() - since > RECENT_MS);
}

function show(text: string, options: OptionsObject): void {
  host?.enqueueSnackbar(text, options);
}

function showError(text: string, about?: string): void {
  if ([...visibleErrors.values()].some((error) => error.text === text)) return;
  const key = host?.enqueueSnackbar(text, {
    variant: 'error',
    persist: true,
    onClose: (_event, _reason, closed) => closed !== undefined && visibleErrors.delete(closed),
  });
  if (key !== undefined) visibleErrors.set(key, { text, about, since: Date.now() });
}

/**
 * Short messages over the page. Errors stay until they are closed, something succeeds, or the screen changes.
 * `about` names the subject of an error, for `clearErrors(about)`.
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
