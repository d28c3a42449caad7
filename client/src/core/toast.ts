import { TOAST_MS, TOAST_SUCCESS_MS } from '@boli/shared/core/constants';
import type { OptionsObject, ProviderContext, SnackbarKey } from 'notistack';

type Host = Pick<ProviderContext, 'enqueueSnackbar' | 'closeSnackbar'>;

let host: Host | null = null;
/** The errors in sight and what they say. One that is leaving is not in sight: the same again is news. */
const standing = new Map<SnackbarKey, string>();

/** Given the part of the page that shows toasts, as it comes and goes. */
export function hostToasts(shown: Host | null): void {
  host = shown;
  // Another host has nothing in sight yet.
  standing.clear();
}

/** Closes the errors that still stand: what they told of is over. */
export function clearErrors(): void {
  for (const key of [...standing.keys()]) host?.closeSnackbar(key);
  standing.clear();
}

function show(text: string, options: OptionsObject): void {
  host?.enqueueSnackbar(text, options);
}

function showError(text: string): void {
  if ([...standing.values()].includes(text)) return;
  const key = host?.enqueueSnackbar(text, {
    variant: 'error',
    persist: true,
    onClose: (_event, _reason, closed) => closed !== undefined && standing.delete(closed),
  });
  if (key !== undefined) standing.set(key, text);
}

/** Short messages at the top right. Errors stay until they are closed or something succeeds. */
export const toast = {
  success: (text: string) => {
    clearErrors();
    show(text, { variant: 'success', autoHideDuration: TOAST_SUCCESS_MS });
  },
  error: showError,
  info: (text: string) => show(text, { variant: 'info', autoHideDuration: TOAST_MS }),
  warning: (text: string) => show(text, { variant: 'warning', autoHideDuration: TOAST_MS }),
} as const;
