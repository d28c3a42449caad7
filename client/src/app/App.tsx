import { TOAST_MAX, TOAST_MS } from '@boli/shared/core/constants';
import { MantineProvider } from '@mantine/core';
import { SnackbarProvider } from 'notistack';
import { BrowserRouter } from 'react-router';
import { Toast } from '../ui/Toast';
import { Router } from './Router';
import { cssVariablesResolver, theme } from './theme';

const toasts = { success: Toast, error: Toast, info: Toast, warning: Toast, default: Toast };

/** Theme, toasts, addresses: what everything stands in. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <SnackbarProvider
        maxSnack={TOAST_MAX}
        autoHideDuration={TOAST_MS}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        Components={toasts}
      />
      <BrowserRouter>
        <Router />
      </BrowserRouter>
    </MantineProvider>
  );
}
