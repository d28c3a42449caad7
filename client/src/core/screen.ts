import { useMediaQuery } from '@mantine/hooks';
import { DESKTOP } from './tokens';

/** Whether the window is wide enough for the desktop layout. */
export function useDesktop(): boolean {
  return useMediaQuery(DESKTOP, false, { getInitialValueInEffect: false });
}
