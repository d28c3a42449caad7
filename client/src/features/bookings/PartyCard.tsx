import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isTracked } from '@boli/shared/bookings/bookings.state';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { ActionIcon, Box, Flex, Group, Text } from '@mantine/core';
import {
  IconCalendarClock,
  IconClock,
  IconMapPinQuestion,
  IconPhone,
  IconRoute,
  IconStarFilled,
  IconSteeringWheel,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { drivenText } from '../../core/driven';
import { rideText } from '../../core/road';
import { t } from '../../core/t';
import { telLink } from '../../core/tel';
import { formatPlanned } from '../../core/time';
import { Avatar } from '../../ui/Avatar';
import { Fact } from '../../ui/Fact';
import { OfflineReason } from '../../ui/OnlineButton';
import { RouteRail } from '../../ui/RouteRail';
import { StatusBadge } from '../../ui/StatusBadge';
import { TimeAgo } from '../../ui/TimeAgo';
import { Plate } from './Plate';
import { otherName, otherPhone, type Side } from './words';

/** The driver's car and rating; the rating alone while the car is shown beside its number plate. */
function DriverFacts({ booking: { quote, car_model, vehicle_number, status } }: { booking: Booking }) {
  const rated = quote.total_ratings > 0;
  const isCarBelow = isTracked(status) && vehicle_number !== null;
  if (isCarBelow && !rated) return null;
  return (
    <Text component="div" size="sm" c="dimmed">
      {!isCarBelow && car_model}
      {rated && (
        <>
          {!isCarBelow && ' · '}
          <IconStarFilled size={14} aria-hidden />{' '}
          <span className="visually-hidden">
            {t('quotes.rating', { average: quote.average_rating.toFixed(1), count: quote.total_ratings })}
          </span>
          <span aria-hidden>{quote.average_rating.toFixed(1)}</span>
        </>
      )}
    </Text>
  );
}

interface PartyCardProps {
  booking: Booking;
  side: Side;
  /** The favorite button, shown to the right of the other party's name. */
  heart: ReactNode;
}

function CallButton({ booking, side }: Omit<PartyCardProps, 'heart'>) {
  const phone = otherPhone(booking, side);
  // While the driver is on the way, one of the large buttons makes the call.
  if (!phone || isTracked(booking.status)) return null;
  return (
    <ActionIcon
      component="a"
      href={telLink(phone)}
      bd="1px solid var(--boli-edge)"
      bdrs="sm"
      aria-label={t('bookings.call', { name: otherName(booking, side) })}
    >
      <IconPhone size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

/**
 * The car and number plate of a driver who has accepted, by which the customer finds the car in the street. Nothing while
 * the car waits at the pickup: then `CheckPlate` shows both.
 */
function Car({ booking: { status, car_model, vehicle_number, arrived_at } }: { booking: Booking }) {
  const isShown = isTracked(status) && !(status === 'accepted' && arrived_at);
  if (!isShown || !vehicle_number) return null;
  return (
    <Group justify="space-between" gap="xs" mt="xs">
      <Text size="sm" c="dimmed" flex="1 1 7rem">
        {car_model}
      </Text>
      <Plate number={vehicle_number} />
    </Group>
  );
}

/** The other party of a booking, with a call button after the ride; for a customer also the driver's car and its number. */
export function PartyCard({ booking, side, heart }: PartyCardProps) {
  const name = otherName(booking, side);
  const isVerified = side === 'customer' && booking.quote.verification_status === 'verified';
  return (
    <section className="boli-card">
      <Group gap="sm" wrap="nowrap">
        <Avatar name={name} src={side === 'customer' ? booking.quote.driver_photo : null} />
        <Box miw={0} flex={1}>
          <Flex align="center" wrap="wrap" rowGap="xxs" columnGap="xs" fw="var(--mantine-font-weight-medium)">
            <Text inherit span lineClamp={2}>
              {name}
            </Text>
            {isVerified && <StatusBadge kind="driver" status="verified" />}
          </Flex>
          {side === 'customer' ? (
            <DriverFacts booking={booking} />
          ) : (
            <Text component="div" size="sm" c="dimmed">
              {t('bookings.customer')}
            </Text>
          )}
        </Box>
        {heart}
        <CallButton booking={booking} side={side} />
      </Group>
      {heart && <OfflineReason />}
      {side === 'customer' && <Car booking={booking} />}
    </section>
  );
}

interface RouteCardProps {
  booking: Booking;
  /** The linked ride request, once loaded. */
  ride: RideRequest | null;
}

/** Pickup and drop of a booking, the distances, the planned time, and the age of its request. */
export function RouteCard({ booking, ride }: RouteCardProps) {
  return (
    <section className="boli-card">
      <RouteRail pickup={booking.pickup_location} drop={booking.drop_location} />
      <Flex wrap="wrap" rowGap="xxs" columnGap="md" mt="sm">
        <Fact icon={IconRoute}>{rideText(booking)}</Fact>
        {booking.driven && <Fact icon={IconSteeringWheel}>{drivenText(booking.driven)}</Fact>}
        {booking.scheduled_time && <Fact icon={IconCalendarClock}>{formatPlanned(booking.scheduled_time)}</Fact>}
        {booking.pickup_is_approximate && <Fact icon={IconMapPinQuestion}>{t('rides.approximate')}</Fact>}
        {ride && (
          <Fact icon={IconClock}>
            {t('rides.posted')} <TimeAgo time={ride.created_at} />
          </Fact>
        )}
      </Flex>
    </section>
  );
}
