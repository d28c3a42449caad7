import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { MessageKey } from '@boli/shared/core/messages';
import { formatMoney } from '../../core/money';
import { t } from '../../core/t';

/**
 * The toast after a method was chosen. For cash after a completed ride it asks to hand the cash over now; else it is
 * `otherwise`.
 */
export function methodText({ payment_method, status, final_price }: Booking, otherwise: MessageKey): string {
  const isCashNow = payment_method === 'cash' && status === 'completed';
  return isCashNow ? t('payments.cash_now', { amount: formatMoney(final_price) }) : t(otherwise);
}
