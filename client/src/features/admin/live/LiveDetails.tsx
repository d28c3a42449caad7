import { readBooking } from '@boli/shared/bookings/bookings.endpoints';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { MessageKey } from '@boli/shared/core/messages';
import { listQuotes } from '@boli/shared/rides/quotes.endpoints';
import { readRide } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Button, Flex, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAddress } from '../../../core/address-bar';
import { call } from '../../../core/api';
import { drivenText } from '../../../core/driven';
import { rideText } from '../../../core/road';
import { shortId } from '../../../core/short-id';
import { t } from '../../../core/t';
import { formatExact, formatPlanned } from '../../../core/time';
import { useRead } from '../../../core/use-read';
import { AppDialog } from '../../../ui/AppDialog';
import { Line, Lines } from '../../../ui/Lines';
import { LoadFailed } from '../../../ui/LoadFailed';
import { Price } from '../../../ui/Price';
import { paymentState } from '../../../ui/payment-word';
import { RouteRail } from '../../../ui/RouteRail';
import { RowsSkeleton } from '../../../ui/RowsSkeleton';
import { StatusBadge } from '../../../ui/StatusBadge';
import type { LiveItem } from './feed';
import classes from './Live.module.css';
import { useLiveBoard } from './live.store';

type Fact = readonly [label: MessageKey, value: ReactNode];

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <Lines>
      {facts.map(([label, value]) =>
        value === null ? null : (
          <Line key={label} label={t(label)}>
            {value}
          </Line>
        ),
      )}
    </Lines>
  );
}

const exactly = (time: string | null) => time && formatExact(time);

function Offers({ ride }: { ride: RideRequest }) {
  const { value, failed, retry } = useRead(`${ride.id} ${ride.version}`, (signal) =>
    call(listQuotes, { params: { id: ride.id }, signal }),
  );
  if (failed) return <LoadFailed onRetry={retry} />;
  return (
    <section>
      <h3 className={classes.heading}>{t('live.offers')}</h3>
      {!value && <RowsSkeleton rows={1} />}
      {value?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('live.no_offers')}
        </Text>
      )}
      {value && value.length > 0 && (
        <Flex component="ul" direction="column" gap="sm" className={classes.offers ?? ''}>
          {value.map((quote) => (
            <li key={quote.id}>
              <Flex component="span" direction="column" miw={0} flex={1}>
                <Text span size="route" fw="var(--mantine-font-weight-medium)">
                  {quote.driver_name}
                </Text>
                <Text span size="sm" c="dimmed">
                  {quote.car_model}
                </Text>
              </Flex>
              <Price value={quote.price} />
            </li>
          ))}
        </Flex>
      )}
    </section>
  );
}

function RideDetails({ ride }: { ride: RideRequest }) {
  return (
    <Stack>
      <div>
        <StatusBadge kind="ride" status={ride.status} />
      </div>
      <RouteRail pickup={ride.pickup_location} drop={ride.drop_location} />
      <Facts
        facts={[
          ['live.customer', ride.customer_name],
          ['rides.distance_label', rideText(ride)],
          ['live.posted', exactly(ride.created_at)],
          ['live.planned', ride.scheduled_time && formatPlanned(ride.scheduled_time)],
        ]}
      />
      <Offers ride={ride} />
    </Stack>
  );
}

function BookingFacts({ booking }: { booking: Booking }) {
  const { go } = useAddress();
  const ended = booking.status === 'cancelled' || booking.status === 'rejected' ? booking.cancelled_at : null;
  return (
    <Stack>
      <Group align="stretch" gap="xs">
        <StatusBadge kind="booking" status={booking.status} />
        <StatusBadge kind="payment" status={paymentState(booking)} />
      </Group>
      <RouteRail pickup={booking.pickup_location} drop={booking.drop_location} />
      <Facts
        facts={[
          ['live.customer', booking.customer_name],
          ['live.driver', booking.driver_name],
          ['live.car', booking.car_model],
          ['receipts.driven', booking.driven && drivenText(booking.driven)],
          ['live.amount', <Price key="amount" value={booking.total_price} />],
          ['live.payment', t(`payments.${booking.payment_method}`)],
          ['live.planned', booking.scheduled_time && formatPlanned(booking.scheduled_time)],
          ['live.posted', exactly(booking.created_at)],
          ['live.accepted_at', exactly(booking.accepted_at)],
          ['live.started_at', exactly(booking.started_at)],
          ['live.completed_at', exactly(booking.completed_at)],
          ['live.cancelled_at', exactly(ended)],
          ['live.reason', booking.cancellation_reason],
        ]}
      />
      {booking.started_at && booking.status !== 'in_progress' && (
        <Button variant="light" onClick={() => go({ replay: booking.id })}>
          {t('bookings.replay')}
        </Button>
      )}
    </Stack>
  );
}

/** The item's row on the board; an item that has left the board (an ended ride) is read from the server. */
function useItem({ kind, id }: LiveItem) {
  const heldRide = useLiveBoard((live) => (kind === 'ride' ? live.rides[id] : undefined));
  const heldBooking = useLiveBoard((live) => (kind === 'booking' ? live.bookings[id] : undefined));
  const isHeld = heldRide !== undefined || heldBooking !== undefined;
  const { value, failed, retry } = useRead(`${kind} ${id} ${isHeld}`, async (signal) => ({
    ride: kind === 'ride' && !isHeld ? await call(readRide, { params: { id }, signal }) : null,
    booking: kind === 'booking' && !isHeld ? await call(readBooking, { params: { id }, signal }) : null,
  }));
  return { ride: heldRide ?? value?.ride, booking: heldBooking ?? value?.booking, failed, retry };
}

interface LiveDetailsProps {
  item: LiveItem;
  opened: boolean;
  onClose: () => void;
}

/** The read-only details of a request or a booking, updated while open. */
export function LiveDetails({ item, opened, onClose }: LiveDetailsProps) {
  const { ride, booking, failed, retry } = useItem(item);
  const title = ride
    ? t('live.request_title', { name: ride.customer_name })
    : t('live.booking_title', { id: shortId(item.id) });
  return (
    <AppDialog opened={opened} onClose={onClose} title={title} reading>
      {ride && <RideDetails ride={ride} />}
      {booking && <BookingFacts booking={booking} />}
      {!ride && !booking && (failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton rows={2} />)}
    </AppDialog>
  );
}
