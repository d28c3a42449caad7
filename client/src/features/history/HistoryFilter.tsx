import { historyFilters } from '@boli/shared/bookings/bookings.schema';
import { t } from '../../core/t';
import classes from './History.module.css';

export type Filter = (typeof historyFilters)[number];

/** All Rides, Completed or Cancelled. */
export function HistoryFilter({ filter, onChoose }: { filter: Filter; onChoose: (filter: Filter) => void }) {
  return (
    <fieldset className={classes.filter}>
      <legend className="visually-hidden">{t('history.show')}</legend>
      {historyFilters.map((name) => (
        <label key={name} className={classes.choice}>
          <input
            type="radio"
            name="history-filter"
            value={name}
            className={classes.radio}
            checked={filter === name}
            onChange={() => onChoose(name)}
          />
          {t(`history.${name}`)}
        </label>
      ))}
    </fieldset>
  );
}
