import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { useAddress } from '../../core/address-bar';
import { t } from '../../core/t';
import { PlannedTime } from '../../ui/PlannedTime';
import { ArrivalTime } from './ArrivalTime';
import { useEta } from './arrival';
import classes from './BookingStrip.module.css';
import { useBookingSync } from './bookings.sync';
import { nextWords } from './PinnedBooking';
import { isUnderWay } from './words';

/** Keeps the driver's position in sync while the ride is under way. */
function Live({ id }: { id: string }) {
  useBookingSync(id);
  return null;
}

/**
 * The active booking of a customer in one line: minutes or status, number plate, driver, and a button that opens it.
 */
export function BookingStrip({ booking }: { booking: Booking }) {
  const { go } = useAddress();
  const id = useId();
  const eta = useEta(booking);
  return (
    <section data-clear-of-toasts className={`boli-solid ${classes.strip}`} aria-labelledby={id}>
      {isUnderWay(booking) && <Live id={booking.id} />}
      <div className={classes.words}>
        <p className={classes.now}>
          {!eta && nextWords(booking, 'customer')}
          <ArrivalTime booking={booking} side="customer" />
        </p>
        <p className={classes.who}>
          {booking.vehicle_number && `${booking.vehicle_number} · `}
          <span id={id}>{booking.driver_name}</span>
        </p>
        {booking.status !== 'in_progress' && (
          <PlannedTime c="var(--boli-solid-dim)" className={classes.who ?? ''} time={booking.scheduled_time} />
        )}
      </div>
      <Button className="boli-solid-button" size="sm" onClick={() => go({ tab: 'bookings', booking: booking.id })}>
        {t('bookings.open_ride')}
      </Button>
    </section>
  );
}
