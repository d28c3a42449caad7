import { MantineProvider } from '@mantine/core';
import { BrowserRouter } from 'react-router-dom';
import { Toasts } from '../ui/Toasts';
import { Router } from './Router';
import { cssVariablesResolver, theme } from './theme';

/** The providers of theme, toasts and routing. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <Toasts />
      <BrowserRouter>
        <Router />
      </BrowserRouter>
    </MantineProvider>
  );
}
