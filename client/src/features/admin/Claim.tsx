import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { Flex, Text } from '@mantine/core';
import { t } from '../../core/t';
import { formatExact } from '../../core/time';

/** Who claimed a payment and who confirmed it, each with the time. */
export function Claim({ booking }: { booking: Booking }) {
  const { payment_claimed_by, payment_claimed_at, payment_confirmed_by, payment_confirmed_at } = booking;
  // A payment in cash that a customer claims stays pending until the driver or an admin confirms it.
  const isUnpaid = booking.payment_status === 'pending' && !payment_claimed_by;
  const when = (time: string | null) => (time ? formatExact(time) : '');
  return (
    <Flex component="span" direction="column" display="inline-flex">
      {payment_claimed_by && (
        <span>
          {payment_claimed_by === 'system'
            ? t('admin.claimed_by_system', { when: when(payment_claimed_at) })
            : t('admin.claimed_by', { who: t(`payments.by_${payment_claimed_by}`), when: when(payment_claimed_at) })}
        </span>
      )}
      <Text span size="meta" c="dimmed" fw="var(--mantine-font-weight-regular)">
        {payment_confirmed_by
          ? t('admin.confirmed_by', { who: t(`payments.by_${payment_confirmed_by}`), when: when(payment_confirmed_at) })
          : t(isUnpaid ? 'admin.not_paid' : 'admin.not_confirmed')}
      </Text>
    </Flex>
  );
}
