import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { MessageKey } from '@boli/shared/core/messages';
import { formatMoney } from '../../core/money';
import { t } from '../../core/t';

/**
 * The toast after the customer has chosen a payment method: after a completed ride, cash is to be paid to the driver
 * now; in all other cases the toast has the text `otherwise`.
 */
export function methodText({ payment_method, status, final_price }: Booking, otherwise: MessageKey): string {
  const isCashNow = payment_method === 'cash' && status === 'completed';
  return isCashNow ? t('payments.cash_now', { amount: formatMoney(final_price) }) : t(otherwise);
}
