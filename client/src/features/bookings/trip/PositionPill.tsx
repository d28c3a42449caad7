import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isTracked } from '@boli/shared/bookings/bookings.state';
import type { Point } from '@boli/shared/core/fields';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '../../../core/t';
import type { MapHandle } from '../../../ui/map/marker';
import { usePositionAge } from '../PositionAge';
import { isUnderWay } from '../words';
import classes from './PositionPill.module.css';

/** Half the size of a car on the map with its wedge, and a margin, in pixels. */
const CAR_PX = 28;

/** Whether the trip's map has the label with the age of the position (`PositionPill`). */
export const hasPositionPill = (booking: Booking): boolean => isTracked(booking.status) && isUnderWay(booking);

/**
 * Whether the car is drawn where the element of the returned ref is. The map moves without a render, so the car's place
 * is checked in each render of the caller, which renders once per second.
 */
function useIsOnCar(map: RefObject<MapHandle | null>, car: Point | null) {
  const place = useRef<HTMLDivElement>(null);
  const [isOnCar, setOnCar] = useState(false);
  useEffect(() => {
    const box = place.current?.getBoundingClientRect();
    const at = car && map.current?.drawnAt(car);
    const isBetween = (value: number, from: number, to: number) => value > from - CAR_PX && value < to + CAR_PX;
    setOnCar(Boolean(box && at && isBetween(at.x, box.left, box.right) && isBetween(at.y, box.top, box.bottom)));
  });
  return { place, isOnCar };
}

interface PositionPillProps {
  booking: Booking;
  map: RefObject<MapHandle | null>;
  /** The car on that map; null if it shows none. */
  car: Point | null;
}

/**
 * A label on the map while the driver is on the way: the age of the position, or that none has arrived yet. It is above
 * the car if the car is drawn where the label would be.
 */
export function PositionPill({ booking, map, car }: PositionPillProps) {
  const { words, stale } = usePositionAge(booking.id);
  const { place, isOnCar } = useIsOnCar(map, car);
  if (!hasPositionPill(booking)) return null;
  return (
    <div ref={place} className={classes.place}>
      <span
        className={`boli-pill ${classes.age}`}
        style={isOnCar ? { transform: `translateY(calc(-100% - ${2 * CAR_PX}px))` } : undefined}
      >
        <span className={`${classes.dot} ${stale || !words ? classes.old : ''}`} />
        {words ?? t('bookings.no_position')}
      </span>
    </div>
  );
}
