import { TOAST_MS, TOAST_SUCCESS_MS } from '@boli/shared/core/constants';
import type { OptionsObject, ProviderContext, SnackbarKey } from 'notistack';

type Host = Pick<ProviderContext, 'enqueueSnackbar' | 'closeSnackbar'>;

let host: Host | null = null;
const standing = new Set<SnackbarKey>();

/** Given the part of the page that shows toasts, as it comes and goes. */
export function hostToasts(shown: Host | null): void {
  host = shown;
}

/** Closes the errors that still stand: what they told of is over. */
export function clearErrors(): void {
  for (const key of standing) host?.closeSnackbar(key);
  standing.clear();
}

function show(text: string, options: OptionsObject): void {
  const key = host?.enqueueSnackbar(text, options);
  if (key !== undefined && options.persist) standing.add(key);
}

/** Short messages at the top right. Errors stay until they are closed or something succeeds. */
export const toast = {
  success: (text: string) => {
    clearErrors();
    show(text, { variant: 'success', autoHideDuration: TOAST_SUCCESS_MS });
  },
  error: (text: string) => show(text, { variant: 'error', persist: true, preventDuplicate: true }),
  info: (text: string) => show(text, { variant: 'info', autoHideDuration: TOAST_MS }),
  warning: (text: string) => show(text, { variant: 'warning', autoHideDuration: TOAST_MS }),
} as const;
