import { t } from '../../core/t';
import classes from './Plate.module.css';

/**
 * A vehicle number as on the car's plate; screen readers read it letter by letter. `large` while the customer looks for
 * the car.
 */
export function Plate({ number, large = false }: { number: string; large?: boolean }) {
  return (
    <span className={`${classes.plate} ${large ? classes.large : ''}`}>
      <span className="visually-hidden">
        {t('bookings.plate', { number: [...number.replaceAll(' ', '')].join(' ') })}
      </span>
      <span aria-hidden>{number}</span>
    </span>
  );
}
