import type { Role } from '@boli/shared/auth/auth.schema';
import type { Booking, CancellationFee } from '@boli/shared/bookings/bookings.schema';
import { isDead } from '@boli/shared/bookings/bookings.state';
import { toRupees } from '@boli/shared/core/money';
import { clock } from '../core/clock';
import type { BookingDocument } from './bookings.model';
import { cancellationFee } from './cancellation-fee';

/** Presents the fee that was charged for cancelling; empty if none was. */
export function presentCancellationFee({ cancellation_fee: fee, cancel_rule }: BookingDocument): {
  cancellation_fee?: CancellationFee;
} {
  if (!fee) return {};
  return { cancellation_fee: { by: fee.by, amount: toRupees(fee.amount_paise), rule: cancel_rule?.rule ?? '' } };
}

/**
 * What this side would be charged for cancelling the booking now; empty if nothing is charged, and for admins. For a
 * ride that has begun, it is the highest possible charge, because the recorded drive is not read.
 */
export function cancelCostFor(role: Role, booking: BookingDocument): Pick<Booking, 'cancel_cost'> {
  if (role === 'admin' || isDead(booking.status) || booking.status === 'completed') return {};
  const { cancellation_fee: fee } = cancellationFee(booking, role, { drive: null, now: clock.now() });
  if (!fee) return {};
  return { cancel_cost: { amount: toRupees(fee.amount_paise), rule: booking.cancel_rule?.rule ?? '' } };
}
