import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { type ReactNode, useState } from 'react';
import { useAddress } from '../../core/address-bar';
import { BookingDetails } from './BookingDetails';
import { useBookings } from './bookings.store';
import { CancelBooking } from './CancelBooking';
import { RateRide } from './RateRide';
import type { Side } from './words';

/** The last value that was not null, which a closing dialog keeps showing. */
function useLast(value: string | null): string | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}

interface BookingDialogsProps {
  side: Side;
  /** Called after a change of the status. */
  onChanged?: () => void;
  /** Shown to the right of the other party's name in the details. */
  heart?: (booking: Booking) => ReactNode;
}

/**
 * The dialogs of one booking, opened by the address (`?booking=<id>`, with `&dialog=cancel` or `rate` over it), so that
 * reload and Back restore them. The payment dialogs are in app/BookingMoney.
 */
export function BookingDialogs({ side, onChanged, heart }: BookingDialogsProps) {
  const { params, go } = useAddress();
  const id = params.get('booking');
  const dialog = params.get('dialog');
  const shown = useLast(id);
  const booking = useBookings(({ byId }) => (shown ? byId[shown] : undefined));
  if (!shown) return null;
  const changed = () => onChanged?.();
  const closeAll = () => go({ booking: null, dialog: null }, { replace: true });
  const closeUpper = () => go({ dialog: null }, { replace: true });
  return (
    <>
      <BookingDetails
        key={shown}
        id={shown}
        side={side}
        opened={id !== null}
        onClose={closeAll}
        onChanged={changed}
        heart={heart}
        onOpen={(upper) => go({ dialog: upper })}
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
          onClose={closeUpper}
        />
      )}
    </>
  );
}
