import { t } from '../../core/t';
import classes from './Plate.module.css';

/** A vehicle number as it stands on the car, read letter by letter by screen readers. */
export function Plate({ number }: { number: string }) {
  return (
    <span className={classes.plate}>
      <span className="visually-hidden">
        {t('bookings.plate', { number: [...number.replaceAll(' ', '')].join(' ') })}
      </span>
      <span aria-hidden>{number}</span>
    </span>
  );
}
