import { t } from '../core/t';
import classes from './RowsSkeleton.module.css';

/** The shape of a list of cards while it is read. */
export function RowsSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div className={classes.rows} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: rows }, (_, row) => `row-${String(row)}`).map((row) => (
        <div key={row} className={`boli-card ${classes.card}`}>
          <div className={`${classes.bar} ${classes.short}`} />
          <div className={`${classes.bar} ${classes.long}`} />
          <div className={`${classes.bar} ${classes.middle}`} />
        </div>
      ))}
    </div>
  );
}
