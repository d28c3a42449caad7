import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isTracked } from '@boli/shared/bookings/bookings.state';
import { t } from '../../../core/t';
import { usePositionAge } from '../PositionAge';
import { isUnderWay } from '../words';
import classes from './PositionPill.module.css';

/** A label on the map while the driver is on the way: the age of the position, or that none has arrived yet. */
export function PositionPill({ booking }: { booking: Booking }) {
  const { words, stale } = usePositionAge(booking.id);
  if (!isTracked(booking.status) || !isUnderWay(booking)) return null;
  return (
    <span className={`boli-pill ${classes.age}`}>
      <span className={`${classes.dot} ${stale || !words ? classes.old : ''}`} />
      {words ?? t('bookings.no_position')}
    </span>
  );
}
