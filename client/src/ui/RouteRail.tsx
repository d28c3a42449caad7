import { t } from '../core/t';
import classes from './RouteRail.module.css';

/** Where from and where to: P circle, D square, a thin line between. Plain text inside, so that it may stand in a button. */
export function RouteRail({ pickup, drop }: { pickup: string; drop: string }) {
  return (
    <span className={classes.rail}>
      <span className={`${classes.end} ${classes.pickup}`}>
        <span aria-hidden>P</span>
        <span className="visually-hidden">{t('rides.pickup')}</span>
      </span>
      <span className={classes.place}>{pickup}</span>
      <span className={`${classes.end} ${classes.drop}`}>
        <span aria-hidden>D</span>
        <span className="visually-hidden">{t('rides.drop')}</span>
      </span>
      <span className={classes.place}>{drop}</span>
    </span>
  );
}
