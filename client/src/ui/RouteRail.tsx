import { t } from '../core/t';
import classes from './RouteRail.module.css';

/** Where from and where to: P circle, D square, a thin line between. */
export function RouteRail({ pickup, drop }: { pickup: string; drop: string }) {
  return (
    <dl className={classes.rail}>
      <dt className={`${classes.end} ${classes.pickup}`}>
        <span aria-hidden>P</span>
        <span className="visually-hidden">{t('rides.pickup')}</span>
      </dt>
      <dd className={classes.place}>{pickup}</dd>
      <dt className={`${classes.end} ${classes.drop}`}>
        <span aria-hidden>D</span>
        <span className="visually-hidden">{t('rides.drop')}</span>
      </dt>
      <dd className={classes.place}>{drop}</dd>
    </dl>
  );
}
