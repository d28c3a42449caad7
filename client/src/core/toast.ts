import { TOAST_MS, TOAST_SUCCESS_MS } from '@boli/shared/core/constants';
import { closeSnackbar, enqueueSnackbar, type SnackbarKey } from 'notistack';

const standing = new Set<SnackbarKey>();

/** Closes the errors that still stand: what they told of is over. */
export function clearErrors(): void {
  for (const key of standing) closeSnackbar(key);
  standing.clear();
}

/** Short messages at the top right. Errors stay until they are closed or something succeeds. */
export const toast = {
  success: (text: string) => {
    clearErrors();
    enqueueSnackbar(text, { variant: 'success', autoHideDuration: TOAST_SUCCESS_MS });
  },
  error: (text: string) => {
    standing.add(enqueueSnackbar(text, { variant: 'error', persist: true, preventDuplicate: true }));
  },
  info: (text: string) => {
    enqueueSnackbar(text, { variant: 'info', autoHideDuration: TOAST_MS });
  },
  warning: (text: string) => {
    enqueueSnackbar(text, { variant: 'warning', autoHideDuration: TOAST_MS });
  },
} as const;
