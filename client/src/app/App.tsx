import { MantineProvider } from '@mantine/core';
import { type ComponentType, Fragment, type ReactNode, useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { useLanguage } from '../core/language';
import { settleSkeleton } from '../core/skeleton';
import { Toasts } from '../ui/Toasts';
import { cssVariablesResolver } from './css-variables';
import { Router } from './Router';
import { themeFor } from './theme';

interface AppProps {
  /** What the native shell puts around the pages. */
  Frame?: ComponentType<{ children: ReactNode }> | undefined;
}

/** The providers of theme, toasts and routing. A change of language renders the whole app again. */
export function App({ Frame = Fragment }: AppProps) {
  const language = useLanguage((page) => page.language);
  useEffect(settleSkeleton, []);
  return (
    <MantineProvider theme={themeFor(language)} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <Toasts />
      <BrowserRouter>
        <Frame>
          <Router />
        </Frame>
      </BrowserRouter>
    </MantineProvider>
  );
}
