import { MantineProvider } from '@mantine/core';
import { type ComponentType, useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { useLanguage } from '../core/language';
import { settleSkeleton } from '../core/skeleton';
import { Toasts } from '../ui/Toasts';
import { Router } from './Router';
import { cssVariablesResolver, themeFor } from './theme';

/** The providers of theme, toasts and routing around the page. A change of language renders all of it again. */
export function App({ Page = Router }: { Page?: ComponentType | undefined }) {
  const language = useLanguage((page) => page.language);
  useEffect(settleSkeleton, []);
  return (
    <MantineProvider theme={themeFor(language)} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <Toasts />
      <BrowserRouter>
        <Page />
      </BrowserRouter>
    </MantineProvider>
  );
}
