import { Box, Text } from '@mantine/core';
import { t } from '../core/t';
import classes from './RouteRail.module.css';

interface RouteRailProps {
  pickup: string;
  drop: string;
  /** In a list, where one long address must not push the others away: three lines each; the details say the whole. */
  clamped?: boolean;
}

/** Where from and where to: P circle, D square, a thin line between. Plain text inside, so that it may stand in a button. */
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
