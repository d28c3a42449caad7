import type { Booking } from '@boli/shared/bookings/bookings.schema';
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
import { formatPlanned } from '../../core/time';
import { Avatar } from '../../ui/Avatar';
import { Fact } from '../../ui/Fact';
import { RouteRail } from '../../ui/RouteRail';
import { StatusBadge } from '../../ui/StatusBadge';
import { TimeAgo } from '../../ui/TimeAgo';
import { Plate } from './Plate';
import { otherName, otherPhone, type Side } from './words';

function DriverFacts({ booking: { quote, car_model } }: { booking: Booking }) {
  const rated = quote.total_ratings > 0;
  return (
    <Text component="div" size="sm" c="dimmed">
      {car_model}
      {rated && (
        <>
          {' · '}
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
  /** The linked ride request, once loaded. */
  ride: RideRequest | null;
  /** The favorite button, shown to the right of the other party's name. */
  heart: ReactNode;
}

/** The other party of a booking with a call button, and the route. */
export function PartyCard({ booking, side, ride, heart }: PartyCardProps) {
  const name = otherName(booking, side);
  const phone = otherPhone(booking, side);
  const isVerified = side === 'customer' && booking.quote.verification_status === 'verified';
  return (
    <section className="boli-card">
      <Group className="line-below" gap="sm" wrap="nowrap" mb="sm" pb="sm">
        <Avatar name={name} src={side === 'customer' ? booking.quote.driver_photo : null} />
        <Box miw={0} flex={1}>
          <Flex align="center" wrap="wrap" rowGap="xxs" columnGap="xs" fw="var(--mantine-font-weight-medium)">
            {name}
            {isVerified && <StatusBadge kind="driver" status="verified" />}
          </Flex>
          {side === 'customer' ? (
            <>
              <DriverFacts booking={booking} />
              {booking.vehicle_number && <Plate number={booking.vehicle_number} />}
            </>
          ) : (
            <Text component="div" size="sm" c="dimmed">
              {t('bookings.customer')}
            </Text>
          )}
        </Box>
        {heart}
        {phone && (
          <ActionIcon
            component="a"
            href={`tel:${phone.replace(/[^\d+]/g, '')}`}
            bd="1px solid var(--boli-edge)"
            bdrs="sm"
            aria-label={t('bookings.call', { name })}
          >
            <IconPhone size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </Group>
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
