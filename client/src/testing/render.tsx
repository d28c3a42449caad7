import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { theme } from '../app/theme';
import { Toasts } from '../ui/Toasts';

/** Renders a part of the page with theme, toasts and router. */
export function renderPart(part: ReactNode, address = '/') {
  return render(
    <MantineProvider theme={theme} env="test">
      <Toasts />
      <MemoryRouter initialEntries={[address]}>{part}</MemoryRouter>
    </MantineProvider>,
  );
}
