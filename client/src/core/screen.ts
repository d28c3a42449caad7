import { useMediaQuery } from '@mantine/hooks';
import { DESKTOP, WIDE } from './tokens';

/** Whether the window is wide enough for the desktop layout. */
export function useDesktop(): boolean {
  return useMediaQuery(DESKTOP, false, { getInitialValueInEffect: false });
}

/** Whether a list of 580 pixels and a map have room beside each other. */
export function useWide(): boolean {
  return useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
}
