import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { canStep } from '@boli/shared/bookings/bookings.state';
import { readRide } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useAddress } from '../../core/address-bar';
import { ApiError, call } from '../../core/api';
import { useIsSuspended } from '../../core/session';
import { bookingTitle } from '../../core/short-id';
import { errorText, t } from '../../core/t';
import { toast } from '../../core/toast';
import { AppDialog } from '../../ui/AppDialog';
import { LoadFailed } from '../../ui/LoadFailed';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { StatusBadge } from '../../ui/StatusBadge';
import { useIsComing } from './arrival';
import { BookingActions, hasActions } from './BookingActions';
import { BookingNotes } from './BookingNotes';
import type { BookingDialog } from './booking-dialog';
import { useBookings } from './bookings.store';
import { useBookingSync, useReachable } from './bookings.sync';
import { PartyCard } from './PartyCard';
import { PaymentBox } from './PaymentBox';
import { TrackingMap } from './TrackingMap';
import { useLocationSharing } from './use-location-sharing';
import type { Side } from './words';

/**
 * Reads the ride request of a booking each time its details are opened, and when the exact pickup becomes known,
 * because its line begins there. A driver whose booking ended without a ride may no longer be allowed to read it.
 */
function useRideOf(booking: Booking | undefined, side: Side): RideRequest | null {
  const { ride_request_id: rideRequestId, pickup_is_approximate: isApproximate } = booking ?? {};
  const [ride, setRide] = useState<RideRequest | null>(null);
  useEffect(() => {
    if (!rideRequestId || isApproximate === undefined) return;
    const leaving = new AbortController();
    call(readRide, { params: { id: rideRequestId }, signal: leaving.signal }).then(
      (read) => !leaving.signal.aborted && setRide(read),
      (error) => {
        const isClosed = side === 'driver' && error instanceof ApiError && [403, 404].includes(error.status);
        if (!leaving.signal.aborted && !isClosed) toast.error(errorText(error, 'rides.details_failed'));
      },
    );
    return () => leaving.abort();
  }, [rideRequestId, isApproximate, side]);
  return ride;
}

interface BookingDetailsProps {
  id: string;
  side: Side;
  opened: boolean;
  onClose: () => void;
  /** Called after a change of the status, to reload what depends on bookings (earnings). */
  onChanged: () => void;
  /** Shown to the right of the other party's name. */
  heart?: ((booking: Booking) => ReactNode) | undefined;
  /** Opens another dialog over this one. */
  onOpen: (dialog: BookingDialog) => void;
}

interface FactsProps extends Pick<BookingDetailsProps, 'side' | 'onOpen' | 'heart'> {
  booking: Booking;
  ride: RideRequest | null;
  onShare: () => void;
}

/** The button that opens the replay of a ride that has started and ended. */
function ReplayButton({ booking: { id, started_at, status } }: { booking: Booking }) {
  const { go } = useAddress();
  if (!started_at || status === 'in_progress') return null;
  return (
    <Button
      variant="light"
      leftSection={<IconPlayerPlay size={20} stroke={1.75} aria-hidden />}
      onClick={() => go({ replay: id })}
    >
      {t('bookings.replay')}
    </Button>
  );
}

/** The map of a driver on the way to the pickup, shown once the minutes were known. */
function Approach({ booking, side }: { booking: Booking; side: Side }) {
  return useIsComing(booking) && <TrackingMap booking={booking} side={side} />;
}

function Facts({ booking, side, ride, heart, onOpen, onShare }: FactsProps) {
  const isReachable = useReachable();
  const isActing = hasActions(booking, side, useIsSuspended());
  return (
    <Stack>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text span size="meta" c="dimmed">
          {bookingTitle(booking.id)}
        </Text>
        <StatusBadge kind="booking" status={booking.status} />
      </Group>
      {booking.status === 'in_progress' && <TrackingMap booking={booking} side={side} shape={ride?.shape ?? null} />}
      {booking.status === 'accepted' && <Approach booking={booking} side={side} />}
      <BookingNotes booking={booking} side={side} onShare={onShare} />
      <PartyCard booking={booking} side={side} ride={ride} heart={heart?.(booking)} />
      <ReplayButton booking={booking} />
      <PaymentBox booking={booking} side={side} quiet={isActing} onOpen={onOpen} />
      {!isReachable && (
        <Text w="100%" inherit c="dimmed" fz="meta">
          {t('common.offline_reason')}
        </Text>
      )}
      {canStep(booking.status, 'cancelled', side) && (
        <Button variant="subtle" c="var(--boli-danger)" disabled={!isReachable} onClick={() => onOpen('cancel')}>
          {t('bookings.cancel')}
        </Button>
      )}
    </Stack>
  );
}

/** Booking Details, kept in sync while open; a driver's position is shared from here during the ride. */
export function BookingDetails({ id, side, opened, onClose, onChanged, heart, onOpen }: BookingDetailsProps) {
  const { state, retry } = useBookingSync(id, opened);
  const booking = useBookings(({ byId }) => byId[id]);
  const isSuspended = useIsSuspended();
  const ride = useRideOf(opened && !isSuspended ? booking : undefined, side);
  const [attempt, setAttempt] = useState(0);
  useLocationSharing(id, opened && side === 'driver' && booking?.status === 'in_progress', attempt);
  const actions = booking && hasActions(booking, side, isSuspended) && (
    <BookingActions
      booking={booking}
      side={side}
      isSuspended={isSuspended}
      onChanged={onChanged}
      onRate={() => onOpen('rate')}
    />
  );
  return (
    <AppDialog opened={opened} onClose={onClose} title={t('bookings.details_title')} footer={actions}>
      {booking && (
        <Facts
          booking={booking}
          side={side}
          ride={ride}
          heart={heart}
          onOpen={onOpen}
          onShare={() => setAttempt(attempt + 1)}
        />
      )}
      {!booking &&
        (state === 'failed' ? (
          <LoadFailed title={t('rides.details_failed')} onRetry={retry} onBack={onClose} />
        ) : (
          <RowsSkeleton rows={2} />
        ))}
    </AppDialog>
  );
}
