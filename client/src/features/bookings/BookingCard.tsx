import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconCalendarClock, IconMapPinOff, IconRoute } from '@tabler/icons-react';
import { useId } from 'react';
import { useAddress } from '../../core/address-bar';
import { rideText } from '../../core/road';
import { bookingTitle } from '../../core/short-id';
import { t } from '../../core/t';
import { formatPlanned } from '../../core/time';
import { AmberLine } from '../../ui/AmberLine';
import { Fact } from '../../ui/Fact';
import { Price } from '../../ui/Price';
import { chargedPrice, paymentText } from '../../ui/payment-word';
import { RouteRail } from '../../ui/RouteRail';
import { StatusBadge } from '../../ui/StatusBadge';
import { ArrivalTime } from './ArrivalTime';
import { useBookingSync } from './bookings.sync';
import { driverPayOf, shareText } from './driver-pay';
import classes from './MyBookings.module.css';
import { useSharing } from './sharing/use-location-sharing';
import { isUnderWay, otherName, type Side } from './words';

interface BookingCardProps {
  booking: Booking;
  side: Side;
  onOpen: () => void;
}

/** Tells a driver that the device does not share its position during a ride; the list has no pinned card to say so. */
function NotShared({ booking }: { booking: Booking }) {
  const isShared = useSharing((sharing) => sharing.bookingId === booking.id);
  if (isShared) return null;
  return <AmberLine icon={IconMapPinOff}>{t('bookings.not_shared')}</AmberLine>;
}

/**
 * The minutes until a driver arrives. Keeps the booking in sync, except while its open details keep it in sync.
 */
function OnItsWay({ booking, side }: { booking: Booking; side: Side }) {
  const { params } = useAddress();
  useBookingSync(booking.id, params.get('booking') !== booking.id);
  return <ArrivalTime booking={booking} side={side} className={classes.arrival} />;
}

/** The driver's share, and what the customer pays if that is less than the quoted price. */
function Shares({ booking }: { booking: Booking }) {
  const words = [shareText(booking), driverPayOf(booking).customerPays].filter((text) => text !== null);
  return words.map((text) => (
    <Text key={text} component="div" size="sm" c="dimmed">
      {text}
    </Text>
  ));
}

/** One booking of the list; the whole card opens its details. */
export function BookingCard({ booking, side, onOpen }: BookingCardProps) {
  const id = useId();
  const { status, payment_method, scheduled_time } = booking;
  return (
    <Flex className="boli-card" component="article" direction="column" gap="sm" pos="relative" aria-labelledby={id}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <StatusBadge kind="booking" status={status} />
        <Text span size="meta" c="dimmed" id={id}>
          {bookingTitle(booking.id)}
        </Text>
      </Group>
      <RouteRail pickup={booking.pickup_location} drop={booking.drop_location} clamped />
      <Fact icon={IconRoute}>{rideText(booking)}</Fact>
      {scheduled_time && (
        <Text className={classes.planned} span size="meta" c="dimmed">
          <IconCalendarClock size={16} stroke={1.75} aria-hidden />
          {formatPlanned(scheduled_time)}
        </Text>
      )}
      {isUnderWay(booking) && <OnItsWay booking={booking} side={side} />}
      {side === 'driver' && status === 'in_progress' && <NotShared booking={booking} />}
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Box miw={0}>
          <Flex align="baseline" wrap="wrap" columnGap="xs">
            <Price value={side === 'driver' ? driverPayOf(booking).price : chargedPrice(booking)} size="stat" />
            <Text span size="sm" c="dimmed">
              {t('bookings.method_and_state', {
                method: t(`payments.${payment_method}`),
                state: paymentText(booking),
              })}
            </Text>
          </Flex>
          {side === 'driver' && <Shares booking={booking} />}
          <Text component="div" size="sm" c="dimmed">
            {otherName(booking, side)}
          </Text>
        </Box>
        <Button
          className={classes.more ?? ''}
          variant={status === 'in_progress' ? 'filled' : 'light'}
          onClick={onOpen}
          aria-describedby={id}
        >
          {t('bookings.view')}
        </Button>
      </Group>
    </Flex>
  );
}
