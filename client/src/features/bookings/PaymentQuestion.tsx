import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isLive } from '@boli/shared/bookings/bookings.state';
import { Stack, Text } from '@mantine/core';
import { formatMoney } from '../../core/money';
import { t } from '../../core/t';
import { paymentText } from '../../ui/payment-word';
import { canMarkPaid, MarkPaid } from './PaymentBox';
import { canConfirm, PaymentClaim } from './PaymentClaim';
import type { Side } from './words';

/** Whether the payment of an ended ride waits for this party: that is then the party's most urgent step. */
export const hasPaymentQuestion = (booking: Booking, side: Side) =>
  !isLive(booking.status) && (canConfirm(booking, side) || (side === 'driver' && canMarkPaid(booking)));

/** The question about the payment of an ended ride, with the primary button of the dialog. */
export function PaymentQuestion({ booking, side }: { booking: Booking; side: Side }) {
  if (!hasPaymentQuestion(booking, side)) return null;
  const mayConfirm = canConfirm(booking, side);
  const way = { method: t(`payments.${booking.payment_method}`), state: paymentText(booking) };
  return (
    <Stack component="section" className="boli-card" gap="sm">
      {mayConfirm ? (
        <PaymentClaim booking={booking} side={side} quiet={false} />
      ) : (
        <>
          <Text fw="var(--mantine-font-weight-medium)">
            {formatMoney(booking.final_price)} · {t('bookings.method_and_state', way)}
          </Text>
          <MarkPaid booking={booking} quiet={false} />
        </>
      )}
    </Stack>
  );
}
