import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isDead } from '@boli/shared/bookings/bookings.state';
import { useAddress } from '../core/address-bar';
import { bookingProof, upsertBooking, useBookings } from '../features/bookings/bookings.store';
import { lazyPart } from './lazy-part';
import { useHasBeenTrue } from './use-ever';

const PaymentModal = lazyPart(async () => (await import('../features/payments/PaymentModal')).PaymentModal);
const ChangeMethod = lazyPart(async () => (await import('../features/payments/ChangeMethod')).ChangeMethod);
const ReceiptDialog = lazyPart(async () => (await import('../features/bookings/receipt/ReceiptDialog')).ReceiptDialog);

const isPayable = ({ status, final_price }: Booking) => !isDead(status) && final_price > 0;

function Dialogs({ booking, side }: { booking: Booking; side: 'customer' | 'driver' }) {
  const { params, go } = useAddress();
  const dialog = params.get('booking') === booking.id ? params.get('dialog') : null;
  const isPayer = side === 'customer';
  const pays = useHasBeenTrue(isPayer && dialog === 'pay' && booking.payment_status === 'pending');
  // After a payment, here or elsewhere, no method can be chosen.
  const isChanging = dialog === 'method' && isPayable(booking) && booking.payment_status === 'pending';
  const changes = useHasBeenTrue(isPayer && isChanging);
  const receipt = useHasBeenTrue(dialog === 'receipt');
  const shared = {
    booking,
    onClose: () => go({ dialog: null }, { replace: true }),
    onBooking: upsertBooking,
    proofOf: (isDone: (booking: Booking) => boolean) => bookingProof(booking.id, isDone),
  };
  return (
    <>
      {pays && <PaymentModal opened={dialog === 'pay' && isPayable(booking)} {...shared} />}
      {changes && <ChangeMethod opened={isChanging} {...shared} />}
      {/* A new version of the booking needs a new receipt: a payment may have been made in between. */}
      {receipt && (
        <ReceiptDialog
          key={booking.version}
          bookingId={booking.id}
          opened={dialog === 'receipt'}
          onClose={shared.onClose}
        />
      )}
    </>
  );
}

/**
 * The payment dialogs of a booking, which the page's URL opens over the Booking Details: payment and method for a
 * customer, the receipt for both sides.
 */
export function BookingMoney({ side }: { side: 'customer' | 'driver' }) {
  const { params } = useAddress();
  const id = params.get('booking');
  const booking = useBookings(({ byId }) => (id ? byId[id] : undefined));
  return booking ? <Dialogs key={booking.id} booking={booking} side={side} /> : null;
}
