import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isDead, isLive } from '@boli/shared/bookings/bookings.state';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Button } from '@mantine/core';
import { useAddress } from '../../../core/address-bar';
import { t } from '../../../core/t';
import { LockedButton } from '../../../ui/LockedButton';
import { hasPaymentQuestion } from '../PaymentQuestion';
import type { Side } from '../words';

/** The pickup and drop of a booking, with which a new request is posted. */
export type Ends = Pick<
  Booking,
  'pickup_location' | 'pickup_lat' | 'pickup_lng' | 'drop_location' | 'drop_lat' | 'drop_lng'
>;

/** The same ride in the other direction. */
export const reversed = (ends: Ends): Ends => ({
  pickup_location: ends.drop_location,
  pickup_lat: ends.drop_lat,
  pickup_lng: ends.drop_lng,
  drop_location: ends.pickup_location,
  drop_lat: ends.pickup_lat,
  drop_lng: ends.pickup_lng,
});

interface NextStepProps {
  booking: Booking;
  side: Side;
  /** The booking's request as it is now; undefined while it is being read, null if it cannot be read. */
  ride: RideRequest | null | undefined;
  /** Opens the form of a new request with this pickup and drop; undefined for users who cannot post one. */
  onPost: ((ends: Ends) => void) | undefined;
}

/** Whether there is a next step for this side. */
export const hasNextStep = ({ status }: Booking, side: Side) =>
  isDead(status) || (side === 'driver' && !isLive(status));

/** Whether `ride` was read before its booking ended: it is then outdated, and cannot decide the next step. */
const isFromBefore = (ride: RideRequest, { id }: Booking) => ride.status === 'booked' && ride.booking_id === id;

/** Whether the payment is not settled: for the driver it is then more important than the way back to the requests. */
const isPaymentOpen = (booking: Booking) =>
  hasPaymentQuestion(booking, 'driver') || (!isDead(booking.status) && booking.payment_status !== 'completed');

/**
 * The one button at the end of a booking. It leads a customer to the request that is open again, to that request's
 * other booking, or to a new request; it leads a driver to the list of requests.
 */
export function NextStep({ booking, side, ride, onPost }: NextStepProps) {
  const { go } = useAddress();
  const left = { booking: null, dialog: null, quote: null };
  if (side === 'driver')
    return (
      <Button
        fullWidth
        mih="3.5rem"
        variant={isPaymentOpen(booking) ? 'default' : 'filled'}
        onClick={() => go({ ...left, tab: null, ride: null })}
      >
        {t('trip.to_requests')}
      </Button>
    );
  if (ride === undefined || (ride && isFromBefore(ride, booking))) return null;
  if (ride?.status === 'open')
    return (
      <LockedButton meaning="quotes" fullWidth onClick={() => go({ ...left, tab: null, ride: ride.id })}>
        {t(ride.quote_count > 0 ? 'trip.see_quotes' : 'trip.see_request')}
      </LockedButton>
    );
  const other = ride?.booking_id;
  if (other && other !== booking.id)
    return (
      <LockedButton meaning="booking" fullWidth onClick={() => go({ ...left, tab: 'bookings', booking: other })}>
        {t('rides.see_booking')}
      </LockedButton>
    );
  if (!onPost) return null;
  return (
    <LockedButton meaning="post" fullWidth onClick={() => onPost(booking)}>
      {t('rides.post_again')}
    </LockedButton>
  );
}
