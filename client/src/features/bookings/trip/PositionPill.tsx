import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isTracked } from '@boli/shared/bookings/bookings.state';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '../../../core/t';
import type { MapHandle } from '../../../ui/map/marker';
import { usePositionAge } from '../PositionAge';
import { isUnderWay } from '../words';
import classes from './PositionPill.module.css';
import { riseOver } from './rise-over';

/** Whether the trip's map has the label with the age of the position (`PositionPill`). */
export const hasPositionPill = (booking: Booking): boolean => isTracked(booking.status) && isUnderWay(booking);

/**
 * How many pixels the element of the returned ref has to rise so that it covers no pin and no car. The map moves without
 * a render, so this is measured in each render of the caller, which renders once per second.
 */
function useRise(map: RefObject<MapHandle | null>) {
  const place = useRef<HTMLDivElement>(null);
  const [rise, setRise] = useState(0);
  useEffect(() => {
    const box = place.current?.getBoundingClientRect();
    setRise(box ? riseOver(box, map.current?.pins() ?? []) : 0);
  });
  return { place, rise };
}

interface PositionPillProps {
  booking: Booking;
  map: RefObject<MapHandle | null>;
}

/**
 * A label on the map while the driver is on the way: the age of the position, or that none has arrived yet. The label
 * rises if it would otherwise cover a pin or the car.
 */
export function PositionPill({ booking, map }: PositionPillProps) {
  const { words, stale } = usePositionAge(booking.id);
  const { place, rise } = useRise(map);
  if (!hasPositionPill(booking)) return null;
  return (
    <div ref={place} className={classes.place}>
      <span
        className={`boli-pill ${classes.age}`}
        style={rise > 0 ? { transform: `translateY(${-rise}px)` } : undefined}
      >
        <span className={`${classes.dot} ${stale || !words ? classes.old : ''}`} />
        {words ?? t('bookings.no_position')}
      </span>
    </div>
  );
}
