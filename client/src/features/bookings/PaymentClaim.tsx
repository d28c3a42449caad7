import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isDead } from '@boli/shared/bookings/bookings.state';
import type { MessageKey } from '@boli/shared/core/messages';
import { IconClock, IconHelpCircle } from '@tabler/icons-react';
import { formatMoney } from '../../core/money';
import { t } from '../../core/t';
import { useAction } from '../../core/use-action';
import { OnlineButton } from '../../ui/OnlineButton';
import { confirm } from './bookings.actions';
import { bookingProof } from './bookings.store';
import { Note } from './Note';
import type { Side } from './words';

interface Asked {
  says: MessageKey;
  /** The label of this party's button; null when this party waits for the other one. */
  button: MessageKey | null;
}

/** What this party reads about a claimed, unconfirmed payment, and its button; null if there is nothing to say. */
function askedOf(booking: Booking, side: Side): Asked | null {
  const { payment_claimed_by: claimed, payment_confirmed_by: confirmed, payment_status, payment_method } = booking;
  if (!claimed || confirmed || booking.final_price === 0) return null;
  // Cash that is chosen after the ride has not been handed over yet.
  const isCashNow = payment_method === 'cash' && payment_status === 'pending';
  const isOff = isDead(booking.status);
  if (side === 'customer') {
    if (claimed === 'customer' && isCashNow) return { says: 'payments.cash_now', button: null };
    if (claimed === 'customer')
      return { says: isOff ? 'payments.claim_waits_driver_refund' : 'payments.claim_waits_driver', button: null };
    if (claimed === 'driver') return { says: 'payments.claimed_by_driver', button: 'payments.confirm_made' };
    return { says: 'payments.cash_counts', button: null };
  }
  if (claimed === 'driver') return { says: 'payments.claim_waits_customer', button: null };
  if (claimed === 'system') return { says: 'payments.cash_not_confirmed', button: 'payments.confirm_cash' };
  if (isCashNow) return { says: 'payments.claimed_cash', button: 'payments.confirm_cash' };
  return {
    says: isOff ? 'payments.claimed_by_customer_refund' : 'payments.claimed_by_customer',
    button: 'payments.confirm',
  };
}

/** Whether this party can confirm a claimed payment. */
export const canConfirm = (booking: Booking, side: Side) => Boolean(askedOf(booking, side)?.button);

interface PaymentClaimProps {
  booking: Booking;
  side: Side;
  /** Whether another button is the primary one of the dialog. */
  quiet: boolean;
}

/** The note of an unconfirmed payment, with the button of the party that can confirm it. */
export function PaymentClaim({ booking, side, quiet }: PaymentClaimProps) {
  const { busy, act } = useAction();
  const asked = askedOf(booking, side);
  if (!asked) return null;
  const send = () =>
    act({
      name: booking.id,
      run: (key) => confirm(booking.id, key),
      proof: bookingProof(booking.id, ({ payment_confirmed_by }) => payment_confirmed_by !== null),
      successMessage: 'payments.confirmed',
      errorMessage: 'payments.confirm_failed',
    });
  return (
    <>
      <Note tone="amber" icon={asked.button ? IconHelpCircle : IconClock}>
        <p>{t(asked.says, { amount: formatMoney(booking.final_price) })}</p>
      </Note>
      {asked.button && (
        <OnlineButton
          fullWidth
          variant={quiet ? 'light' : 'filled'}
          loading={busy !== null}
          onClick={() => void send()}
        >
          {t(asked.button)}
        </OnlineButton>
      )}
    </>
  );
}
