import { Box, Text } from '@mantine/core';
import { t } from '../core/t';
import classes from './RouteRail.module.css';

interface RouteRailProps {
  pickup: string;
  drop: string;
  /** For lists: at most three lines per address; the details show all of it. */
  clamped?: boolean;
}

/**
 * Pickup (circle) and drop (square) with a thin line between. Phrasing content, so that it is valid inside a button.
 */
export function RouteRail({ pickup, drop, clamped = false }: RouteRailProps) {
  const lines = clamped ? { lineClamp: 3 } : {};
  return (
    <span className={classes.rail}>
      <span className={`${classes.end} ${classes.pickup}`}>
        <span aria-hidden>P</span>
        <span className="visually-hidden">{t('rides.pickup')}</span>
      </span>
      <Text span inherit miw={0} {...lines}>
        {pickup}
      </Text>
      <Box className={classes.end} bg="var(--boli-drop)" bdrs="xxs" component="span">
        <span aria-hidden>D</span>
        <span className="visually-hidden">{t('rides.drop')}</span>
      </Box>
      <Text span inherit miw={0} {...lines}>
        {drop}
      </Text>
    </span>
  );
}
