import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { canStep, isTracked } from '@boli/shared/bookings/bookings.state';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowsExchange, IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { useAddress } from '../../../core/address-bar';
import { useIsSuspended } from '../../../core/session';
import { t } from '../../../core/t';
import { useTopOfPanel } from '../../../core/use-top-of-panel';
import { useWakeLock } from '../../../core/use-wake-lock';
import { OnlineButton } from '../../../ui/OnlineButton';
import { canRate, hasActions } from '../BookingActions';
import { BookingNotes } from '../BookingNotes';
import type { BookingDialog } from '../booking-dialog';
import { PartyCard, RouteCard } from '../PartyCard';
import { PaymentBox } from '../PaymentBox';
import { hasPaymentQuestion, PaymentQuestion } from '../PaymentQuestion';
import { isPayable } from '../PayToDriver';
import { Plate } from '../Plate';
import type { Level } from '../Stars';
import type { Side } from '../words';
import { ChosenFacts } from './ChosenFacts';
import { DriverWay } from './DriverWay';
import { type Ends, reversed } from './NextStep';
import { NoPhone } from './NoPhone';
import { QuickActions } from './QuickActions';
import { GivenStars, RateCard } from './RateCard';
import { SeesYou } from './SeesYou';
import { TripHead } from './TripHead';
import { useTripSigns } from './use-trip-signs';

export interface TripProps {
  booking: Booking;
  side: Side;
  ride: RideRequest | null;
  /** Shown to the right of the other party's name. */
  heart: ReactNode;
  /** The other quotes of the request. */
  quotesLeft: ReactNode;
  /** Opens another dialog over this one. */
  onOpen: (dialog: BookingDialog) => void;
  onRate: (star: Level | null) => void;
  /** Retries reading the device's position. */
  onShare: () => void;
  onPost: ((ends: Ends) => void) | undefined;
  /**
   * Measures the part that is needed first: the header and the notes, and for a driver the buttons "Navigate",
   * "I'm here" and "Call".
   */
  firstRef?: Ref<HTMLDivElement>;
}

/** The number plate in large type, while the car waits at the pickup. */
function CheckPlate({ booking: { arrived_at, status, vehicle_number, car_model } }: { booking: Booking }) {
  if (status !== 'accepted' || !arrived_at || !vehicle_number) return null;
  return (
    <section className="boli-card">
      <Text size="sm" c="dimmed">
        {car_model}
      </Text>
      <Text inherit fw="var(--mantine-font-weight-medium)" mb="xs">
        {t('trip.check_plate')}
      </Text>
      <Plate number={vehicle_number} large />
    </section>
  );
}

/** The buttons after a ride: Ride back for a customer, and the replay of a ride that has started and ended. */
function AfterRide({ booking, onPost }: Pick<TripProps, 'booking' | 'onPost'>) {
  const { go } = useAddress();
  const { id, status, started_at } = booking;
  const hasReplay = started_at !== null && status !== 'in_progress';
  const canReturn = status === 'completed' && onPost !== undefined;
  if (!hasReplay && !canReturn) return null;
  return (
    <Group gap="xs" grow preventGrowOverflow={false}>
      {canReturn && (
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={20} stroke={1.75} aria-hidden />}
          onClick={() => onPost(reversed(booking))}
        >
          {t('trip.ride_back')}
        </Button>
      )}
      {hasReplay && (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={20} stroke={1.75} aria-hidden />}
          onClick={() => go({ replay: id })}
        >
          {t('bookings.replay')}
        </Button>
      )}
    </Group>
  );
}

/** Cancel Booking. If there are main actions, the reason why it is disabled offline is shown with them. */
function Cancel({ booking, side, onOpen }: Pick<TripProps, 'booking' | 'side' | 'onOpen'>) {
  if (!canStep(booking.status, 'cancelled', side)) return null;
  return (
    <OnlineButton
      quiet={hasActions(booking, side)}
      variant="subtle"
      c="var(--boli-danger)"
      onClick={() => onOpen('cancel')}
    >
      {t('bookings.cancel')}
    </OnlineButton>
  );
}

/** Asks a customer for a rating, or shows the given one. */
function Rate({ booking, side, quiet, onRate }: Pick<TripProps, 'booking' | 'side' | 'onRate'> & { quiet: boolean }) {
  const isSuspended = useIsSuspended();
  if (canRate(booking, side, isSuspended)) return <RateCard booking={booking} quiet={quiet} onRate={onRate} />;
  return side === 'customer' && <GivenStars rating={booking.rating} />;
}

type MoneyProps = Pick<TripProps, 'booking' | 'side' | 'onOpen' | 'onRate' | 'onPost'>;

/** Payment, rating and what can follow. For a customer after the ride the payment is last, unless it is due. */
function Money({ booking, side, onOpen, onRate, onPost }: MoneyProps) {
  const isAsked = hasPaymentQuestion(booking, side);
  const isOver = booking.status === 'completed';
  const isDue = side === 'customer' && booking.payment_method !== 'cash' && isPayable(booking);
  const isQuiet = isAsked || hasActions(booking, side) || (side === 'customer' && !isOver);
  const isPaymentLast = side === 'customer' && isOver && !isDue;
  const payment = <PaymentBox booking={booking} side={side} quiet={isQuiet} isAsked={isAsked} onOpen={onOpen} />;
  return (
    <>
      <PaymentQuestion booking={booking} side={side} />
      {!isPaymentLast && payment}
      <Rate booking={booking} side={side} quiet={isDue || isAsked} onRate={onRate} />
      <AfterRide booking={booking} onPost={onPost} />
      {isPaymentLast && payment}
    </>
  );
}

/** The content of Booking Details for one side of the booking, in the order in which it is needed. */
export function Trip({ booking, side, ride, heart, quotesLeft, onOpen, onRate, onShare, onPost, firstRef }: TripProps) {
  const said = useTripSigns(booking, side);
  const isCustomer = side === 'customer';
  const { status } = booking;
  const top = useTopOfPanel<HTMLDivElement>(status === 'accepted' && booking.arrived_at ? 'arrived' : status);
  // A rider watches the screen until the car arrives; for a driver the dashboard keeps it on.
  useWakeLock(isCustomer && status === 'accepted');
  const isOver = status === 'completed';
  // A customer who waits for the driver finds the cancellation above the payment, everybody else at the end.
  const isBefore = isCustomer && (status === 'pending' || status === 'accepted');
  const cancel = <Cancel booking={booking} side={side} onOpen={onOpen} />;
  const party = <PartyCard booking={booking} side={side} heart={heart} />;
  return (
    <Stack ref={top} gap="sm">
      <span className="visually-hidden" role="status">
        {said}
      </span>
      <Stack ref={firstRef} gap="sm">
        <TripHead booking={booking} side={side} />
        {!isCustomer && status === 'pending' && <ChosenFacts booking={booking} />}
        <BookingNotes booking={booking} side={side} onShare={onShare} />
        {!isCustomer && <DriverWay booking={booking} />}
      </Stack>
      {!isCustomer && isTracked(status) && <SeesYou booking={booking} />}
      {isCustomer && quotesLeft}
      {isCustomer && <CheckPlate booking={booking} />}
      {!isOver && party}
      {isCustomer && <QuickActions booking={booking} />}
      <NoPhone booking={booking} side={side} />
      {status === 'pending' && <RouteCard booking={booking} ride={ride} />}
      {isBefore && cancel}
      <Money booking={booking} side={side} onOpen={onOpen} onRate={onRate} onPost={onPost} />
      {isOver && party}
      {status !== 'pending' && <RouteCard booking={booking} ride={ride} />}
      {!isBefore && cancel}
    </Stack>
  );
}
