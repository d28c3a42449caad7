import { TOAST_MAX, TOAST_MS } from '@boli/shared/core/constants';
import { SnackbarProvider } from 'notistack';
import { setToastHost } from '../core/toast';
import { Toast } from './Toast';
import classes from './Toast.module.css';

const kinds = { success: Toast, error: Toast, info: Toast, warning: Toast, default: Toast };

/** Shows the toasts, at most three at a time; `toast-lane.ts` chooses their place. To be mounted once. */
export function Toasts() {
  return (
    <SnackbarProvider
      ref={setToastHost}
      maxSnack={TOAST_MAX}
      autoHideDuration={TOAST_MS}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      Components={kinds}
      classes={{ containerAnchorOriginTopRight: classes.container ?? '' }}
    />
  );
}
