import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { Button } from '@mantine/core';
import { IconCalendarClock, IconMapPinOff } from '@tabler/icons-react';
import { useId } from 'react';
import { bookingTitle } from '../../core/short-id';
import { t } from '../../core/t';
import { formatPlanned } from '../../core/time';
import { Price } from '../../ui/Price';
import { chargedPrice, paymentText } from '../../ui/payment-word';
import { RouteRail } from '../../ui/RouteRail';
import { StatusBadge } from '../../ui/StatusBadge';
import classes from './MyBookings.module.css';
import { useSharing } from './use-location-sharing';
import { otherName, type Side } from './words';

interface BookingCardProps {
  booking: Booking;
  side: Side;
  onOpen: () => void;
}

/** To a driver whose ride runs while this device does not tell where it is: the pinned card is not on this tab. */
function NotShared({ booking }: { booking: Booking }) {
  const isShared = useSharing((sharing) => sharing.bookingId === booking.id);
  if (isShared) return null;
  return (
    <span className={classes.notShared}>
      <IconMapPinOff size={16} stroke={1.75} aria-hidden />
      {t('bookings.not_shared')}
    </span>
  );
}

/** One booking of the list; the whole card opens its details. */
export function BookingCard({ booking, side, onOpen }: BookingCardProps) {
  const id = useId();
  const { status, payment_method, scheduled_time } = booking;
  return (
    <article className={`boli-card ${classes.card}`} aria-labelledby={id}>
      <div className={classes.head}>
        <StatusBadge kind="booking" status={status} />
        <span className={classes.meta} id={id}>
          {bookingTitle(booking.id)}
        </span>
      </div>
      <RouteRail pickup={booking.pickup_location} drop={booking.drop_location} clamped />
      {scheduled_time && (
        <span className={`${classes.meta} ${classes.planned}`}>
          <IconCalendarClock size={16} stroke={1.75} aria-hidden />
          {formatPlanned(scheduled_time)}
        </span>
      )}
      {side === 'driver' && status === 'in_progress' && <NotShared booking={booking} />}
      <div className={classes.foot}>
        <div className={classes.words}>
          <div className={classes.amount}>
            <Price value={chargedPrice(booking)} size="stat" />
            <span className={classes.second}>
              {t('bookings.method_and_state', {
                method: t(`payments.${payment_method}`),
                state: paymentText(booking),
              })}
            </span>
          </div>
          <div className={classes.second}>{otherName(booking, side)}</div>
        </div>
        <Button
          className={classes.more ?? ''}
          variant={status === 'in_progress' ? 'filled' : 'light'}
          onClick={onOpen}
          aria-describedby={id}
        >
          {t('bookings.view')}
        </Button>
      </div>
    </article>
  );
}
