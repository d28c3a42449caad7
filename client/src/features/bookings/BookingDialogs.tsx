import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { type ReactNode, useState } from 'react';
import { useAddress } from '../../core/address-bar';
import { useLast } from '../../core/use-last';
import { BookingDetails } from './BookingDetails';
import { useBookings } from './bookings.store';
import { CancelBooking } from './CancelBooking';
import { RateRide } from './RateRide';
import type { Level } from './Stars';
import type { Ends } from './trip/NextStep';
import type { Side } from './words';

interface BookingDialogsProps {
  side: Side;
  /** Called after a change of the status. */
  onChanged?: () => void;
  /** Shown to the right of the other party's name in the details. */
  heart?: (booking: Booking) => ReactNode;
  /** Shown to a customer in the details: the other quotes of the request, as it was last read. */
  quotesLeft?: (booking: Booking, ride: RideRequest | null) => ReactNode;
  /** Opens the form of a new ride request with this pickup and drop; absent if the user cannot post one. */
  onPost?: (ends: Ends) => void;
}

/**
 * The dialogs of one booking, controlled by the URL, so that reload and Back restore them: `?booking=<id>` opens the
 * details, `&dialog=cancel` and `&dialog=rate` open the cancellation or the rating over them. The payment dialogs are in
 * app/BookingMoney.
 */
export function BookingDialogs({ side, onChanged, heart, quotesLeft, onPost }: BookingDialogsProps) {
  const { params, go } = useAddress();
  const id = params.get('booking');
  const dialog = params.get('dialog');
  const shown = useLast(id);
  const [star, setStar] = useState<Level | null>(null);
  const booking = useBookings(({ byId }) => (shown ? byId[shown] : undefined));
  if (!shown) return null;
  const changed = () => onChanged?.();
  const close = () => go({ booking: null, dialog: null }, { replace: true });
  // After a cancellation the request is open again, or can be posted again: its screen has the customer's next step.
  const closeAll = () => {
    if (side === 'driver' || !booking) return close();
    go({ booking: null, dialog: null, tab: null, ride: booking.ride_request_id }, { replace: true });
  };
  const closeUpper = () => go({ dialog: null }, { replace: true });
  return (
    <>
      <BookingDetails
        key={shown}
        id={shown}
        side={side}
        opened={id !== null}
        onClose={close}
        onChanged={changed}
        heart={heart}
        quotesLeft={quotesLeft}
        onOpen={(upper) => go({ dialog: upper })}
        onRate={(pressed) => {
          setStar(pressed);
          go({ dialog: 'rate' });
        }}
        onPost={onPost}
      />
      {booking && (
        <CancelBooking
          key={`cancel-${shown}`}
          booking={booking}
          side={side}
          opened={id !== null && dialog === 'cancel'}
          onClose={closeUpper}
          onCancelled={() => {
            changed();
            closeAll();
          }}
        />
      )}
      {booking && side === 'customer' && (
        <RateRide
          key={`rate-${shown}`}
          booking={booking}
          opened={id !== null && dialog === 'rate'}
          star={star}
          onClose={closeUpper}
        />
      )}
    </>
  );
}
