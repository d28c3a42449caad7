import { Box } from '@mantine/core';
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
  const place = `${classes.place} ${clamped ? classes.clamped : ''}`;
  return (
    <span className={classes.rail}>
      <span className={`${classes.end} ${classes.pickup}`}>
        <span aria-hidden>P</span>
        <span className="visually-hidden">{t('rides.pickup')}</span>
      </span>
      <span className={place}>{pickup}</span>
      <Box className={classes.end} bg="var(--boli-drop)" bdrs="xxs" component="span">
        <span aria-hidden>D</span>
        <span className="visually-hidden">{t('rides.drop')}</span>
      </Box>
      <span className={place}>{drop}</span>
    </span>
  );
}
