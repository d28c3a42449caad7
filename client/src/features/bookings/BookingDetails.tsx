import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isDead } from '@boli/shared/bookings/bookings.state';
import { readRide } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../core/api';
import { useReachable } from '../../core/reachable';
import { useIsSuspended } from '../../core/session';
import { bookingTitle } from '../../core/short-id';
import type { SyncState } from '../../core/sync';
import { errorText, t } from '../../core/t';
import { toast } from '../../core/toast';
import { useHeightWhileShown } from '../../core/use-height';
import { LoadFailed } from '../../ui/LoadFailed';
import type { MapHandle } from '../../ui/map/marker';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { StatusBadge } from '../../ui/StatusBadge';
import { StageDialog, TRIP_SNAPS, tripSnaps } from '../../ui/stage/StageDialog';
import { BookingActions, hasActions } from './BookingActions';
import type { BookingDialog } from './booking-dialog';
import { useBookings } from './bookings.store';
import { useBookingSync } from './bookings.sync';
import type { Level } from './Stars';
import { useLocationSharing } from './sharing/use-location-sharing';
import { type Ends, hasNextStep, NextStep } from './trip/NextStep';
import { hasPositionPill, PositionPill } from './trip/PositionPill';
import { Trip } from './trip/Trip';
import { useTripMap } from './trip/use-trip-map';
import type { Side } from './words';

interface KnownRide {
  /** The request as it was last read, which may be outdated; null before the first read. */
  last: RideRequest | null;
  /** The response to the newest read; undefined until it arrives, null if the read failed. */
  current: RideRequest | null | undefined;
}

/** Counts how often the server has become reachable again while `hasFailed` was true. */
function useReturns(hasFailed: boolean): number {
  const isReachable = useReachable();
  const [returns, setReturns] = useState(0);
  const failed = useRef(hasFailed);
  useEffect(() => {
    failed.current = hasFailed;
  });
  useEffect(() => {
    if (isReachable && failed.current) setReturns((before) => before + 1);
  }, [isReachable]);
  return returns;
}

/**
 * Reads the ride request of a booking each time the details are opened. Reads it again when the exact pickup becomes
 * known (the route begins there), when the booking has ended without a ride, and when the server is reachable after a
 * failure. A read without a network shows no error: the banner says that the network is lost. After a booking that
 * ended without a ride, a driver may not be allowed to read the request; this is no error.
 */
function useRideOf(booking: Booking | undefined, side: Side): KnownRide {
  const { ride_request_id: rideRequestId, pickup_is_approximate: isApproximate } = booking ?? {};
  // The request opens again when its booking ends without a ride.
  const isOver = booking && isDead(booking.status);
  const [ride, setRide] = useState<KnownRide>({ last: null, current: undefined });
  const attempt = useReturns(ride.current === null);
  useEffect(() => {
    if (!rideRequestId || isApproximate === undefined || isOver === undefined || attempt < 0) return;
    const leaving = new AbortController();
    setRide(({ last }) => ({ last, current: undefined }));
    call(readRide, { params: { id: rideRequestId }, signal: leaving.signal }).then(
      (read) => !leaving.signal.aborted && setRide({ last: read, current: read }),
      (error) => {
        if (leaving.signal.aborted) return;
        setRide(({ last }) => ({ last, current: null }));
        const isClosed = side === 'driver' && error instanceof ApiError && [403, 404].includes(error.status);
        if (!isClosed && navigator.onLine) toast.error(errorText(error, 'rides.details_failed'));
      },
    );
    return () => leaving.abort();
  }, [rideRequestId, isApproximate, isOver, side, attempt]);
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
  /** Shown to a customer above the other party: the other quotes of the request, as it was last read. */
  quotesLeft?: ((booking: Booking, ride: RideRequest | null) => ReactNode) | undefined;
  /** Opens another dialog over this one. */
  onOpen: (dialog: BookingDialog) => void;
  /** Opens the rating, with the pressed star if one was pressed. */
  onRate: (star: Level | null) => void;
  /** Opens the form of a new request with this pickup and drop. */
  onPost?: ((ends: Ends) => void) | undefined;
}

/**
 * The buttons below the scrolled content: the booking's main actions, or the next step after its end; null for none.
 */
function footerOf({ booking, side, ride, onChanged, onPost }: FooterInput): ReactNode {
  if (hasActions(booking, side)) return <BookingActions booking={booking} side={side} onChanged={onChanged} />;
  if (!hasNextStep(booking, side)) return null;
  return <NextStep booking={booking} side={side} ride={ride} onPost={onPost} />;
}

interface FooterInput extends Pick<BookingDetailsProps, 'side' | 'onChanged' | 'onPost'> {
  booking: Booking;
  /** The response to the newest read of the request (`KnownRide.current`). */
  ride: RideRequest | null | undefined;
}

/** Shown while the booking is being read, and if that failed. */
function Missing({ state, onRetry, onClose }: { state: SyncState; onRetry: () => void; onClose: () => void }) {
  if (state !== 'failed') return <RowsSkeleton rows={2} />;
  return <LoadFailed title={t('rides.details_failed')} onRetry={onRetry} onBack={onClose} />;
}

/** Booking Details, kept in sync while open; a driver's position is shared from here during the ride. */
export function BookingDetails(props: BookingDetailsProps) {
  const { id, side, opened, onClose, onChanged, heart, quotesLeft, onOpen, onRate, onPost } = props;
  const { state, retry } = useBookingSync(id, opened);
  const booking = useBookings(({ byId }) => byId[id]);
  const isSuspended = useIsSuspended();
  const { last: ride, current } = useRideOf(opened && !isSuspended ? booking : undefined, side);
  const [attempt, setAttempt] = useState(0);
  useLocationSharing(id, opened && side === 'driver' && booking?.status === 'in_progress', attempt);
  const handle = useRef<MapHandle>(null);
  const first = useHeightWhileShown();
  const hasPill = booking !== undefined && hasPositionPill(booking);
  const map = useTripMap({ booking, side, shape: ride?.shape ?? null, hasPill });
  const named = booking && {
    subtitle: (
      <Text size="meta" c="dimmed">
        {bookingTitle(booking.id)}
      </Text>
    ),
    badge: <StatusBadge kind="booking" status={booking.status} />,
    onMap: <PositionPill booking={booking} map={handle} />,
    footer: footerOf({ booking, side, ride: current, onChanged, onPost }),
  };
  return (
    <StageDialog
      opened={opened}
      onClose={onClose}
      title={t('bookings.details_title')}
      titleFirst
      map={{ ...map, ref: handle }}
      // No small screen may hide the buttons by which a driver navigates, reports the arrival and calls.
      snaps={side === 'driver' ? tripSnaps(first.height) : TRIP_SNAPS}
      {...named}
    >
      {booking ? (
        <Trip
          booking={booking}
          side={side}
          ride={ride}
          heart={heart?.(booking)}
          quotesLeft={quotesLeft?.(booking, ride)}
          onOpen={onOpen}
          onRate={onRate}
          onShare={() => setAttempt(attempt + 1)}
          onPost={onPost}
          firstRef={first.ref}
        />
      ) : (
        <Missing state={state} onRetry={retry} onClose={onClose} />
      )}
    </StageDialog>
  );
}
