import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { Box, Button, Group, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { useAddress } from '../../core/address-bar';
import { t } from '../../core/t';
import { useNow } from '../../core/time';
import { Avatar } from '../../ui/Avatar';
import { PlannedTime } from '../../ui/PlannedTime';
import { Price } from '../../ui/Price';
import { StatusBadge } from '../../ui/StatusBadge';
import { ArrivalTime } from './ArrivalTime';
import { activeBooking, useBookings } from './bookings.store';
import { useBookingSync } from './bookings.sync';
import { driverPayOf, shareText } from './driver-pay';
import classes from './PinnedBooking.module.css';
import { PositionAge } from './PositionAge';
import { useSharing } from './sharing/use-location-sharing';
import { DUE_CHECK_EVERY_MS, isAhead, isUnderWay, otherName, type Side } from './words';

/** The next step of the user, or what they wait for. */
export function nextWords({ status, arrived_at, drop_location, scheduled_time }: Booking, side: Side): string {
  if (status === 'pending')
    return t(side === 'driver' ? 'bookings.next_pending_driver' : 'bookings.next_pending_customer');
  if (status === 'accepted' && arrived_at)
    return t(side === 'driver' ? 'bookings.next_arrived_driver' : 'bookings.next_arrived_customer');
  if (status === 'accepted' && isAhead(scheduled_time)) return t('bookings.next_planned');
  if (status === 'accepted')
    return t(side === 'driver' ? 'bookings.next_accepted_driver' : 'bookings.next_accepted_customer');
  return t('bookings.going_to', { place: drop_location });
}

/**
 * Shown beside the badge while the driver is on the way: the age of the position. A driver who does not share the
 * position during the ride reads that it is not shared.
 */
function Sharing({ booking, side }: { booking: Booking; side: Side }) {
  useBookingSync(booking.id);
  const isShared = useSharing((sharing) => sharing.bookingId === booking.id);
  if (side === 'driver' && !isShared && booking.status === 'in_progress')
    return <span className={classes.dim}>{t('bookings.not_shared')}</span>;
  return <PositionAge bookingId={booking.id} className={classes.dim} />;
}

/** For a customer what they pay; for a driver the quoted price and the driver's share of it. */
function Amount({ booking, side }: { booking: Booking; side: Side }) {
  if (side === 'customer') return <Price value={booking.final_price} size="card" />;
  const { price, customerPays } = driverPayOf(booking);
  return (
    <div>
      <Price value={price} size="card" />
      <Text component="div" size="sm" c="var(--boli-solid-dim)">
        {shareText(booking)}
      </Text>
      {customerPays && (
        <Text component="div" size="sm" c="var(--boli-solid-dim)">
          {customerPays}
        </Text>
      )}
    </div>
  );
}

function Card({ booking, side }: { booking: Booking; side: Side }) {
  const { go } = useAddress();
  const id = useId();
  const name = otherName(booking, side);
  return (
    <section data-clear-of-toasts className={`boli-solid ${classes.card}`} aria-labelledby={id}>
      <div className={classes.head}>
        <StatusBadge kind="booking" status={booking.status} onSolid />
        {isUnderWay(booking) && <Sharing booking={booking} side={side} />}
      </div>
      <Group className={classes.person ?? ''} gap="sm" wrap="nowrap">
        <Avatar name={name} onSolid />
        <Box miw={0}>
          <Text component="div" inherit fz="title" lh="xl" fw="var(--mantine-font-weight-medium)" id={id}>
            {name}
          </Text>
          <Text component="div" size="sm" c="var(--boli-solid-dim)">
            {nextWords(booking, side)}
          </Text>
          <ArrivalTime booking={booking} side={side} className={classes.arrival} />
          {booking.status !== 'in_progress' && <PlannedTime c="var(--boli-solid-dim)" time={booking.scheduled_time} />}
        </Box>
      </Group>
      <div className={classes.foot}>
        <Amount booking={booking} side={side} />
        <Button
          className="boli-solid-button"
          rightSection={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
          onClick={() => go({ tab: 'bookings', booking: booking.id })}
        >
          {t('bookings.open_ride')}
        </Button>
      </div>
    </section>
  );
}

/**
 * The most urgent active booking, above a tab: in progress, else accepted and due, else accepted, else pending.
 * Hidden on the bookings tab, while the URL opens a dialog, and if the dashboard sets `hidden`.
 */
export function PinnedBooking({ side, hidden = false }: { side: Side; hidden?: boolean }) {
  const { params } = useAddress();
  const now = useNow(DUE_CHECK_EVERY_MS);
  const booking = useBookings(({ byId }) => activeBooking(byId, now));
  const isCovered =
    params.get('tab') === 'bookings' ||
    params.has('booking') ||
    params.has('dialog') ||
    (side === 'driver' && params.has('ride'));
  if (!booking || hidden || isCovered) return null;
  return <Card key={booking.id} booking={booking} side={side} />;
}
