import { Box } from '@mantine/core';
import classes from './MyRides.module.css';

/** A road from a pickup to a drop, with a quote in a bubble above it. Decoration. */
export function EmptyDrawing() {
  return (
    <Box maw="100%" component="svg" viewBox="0 0 220 120" width="220" height="120" aria-hidden="true">
      <path className={classes.road} d="M28 96C70 96 62 52 108 52s44 36 84 8" />
      <path className={classes.way} d="M28 96C70 96 62 52 108 52s44 36 84 8" />
      <circle className={classes.from} cx="28" cy="96" r="9" />
      <rect className={classes.to} x="183" y="51" width="18" height="18" rx="5" />
      <path
        className={classes.bid}
        d="M92 8h34a11 11 0 0 1 11 11v10a11 11 0 0 1-11 11H83a2 2 0 0 1-2-2V19A11 11 0 0 1 92 8Z"
      />
      <path className={classes.lines} d="M94 20h30M94 28h18" />
    </Box>
  );
}
