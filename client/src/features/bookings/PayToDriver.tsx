import { type Booking, directUpiMethods } from '@boli/shared/bookings/bookings.schema';
import { isDead } from '@boli/shared/bookings/bookings.state';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import { formatMoney } from '../../core/money';
import { useDesktop } from '../../core/screen';
import { shortId } from '../../core/short-id';
import { t } from '../../core/t';
import { toast } from '../../core/toast';
import { upiLink } from '../../core/upi';
import { LazyQrCode } from '../../ui/LazyQrCode';
import { copyText } from './copy-text';
import classes from './PayToDriver.module.css';

/** Whether the customer pays from a UPI app directly to the driver, without the gateway. */
export const isDirectUpi = ({ payment_method }: Booking) =>
  directUpiMethods.some((method) => method === payment_method);

/** Whether a payment of this booking is outstanding. */
export const isPayable = (booking: Booking) =>
  booking.payment_status === 'pending' && !isDead(booking.status) && booking.final_price > 0;

function UpiId({ upiId }: { upiId: string }) {
  const copy = () =>
    copyText(upiId).then(
      () => toast.info(t('bookings.upi_copied')),
      () => toast.error(t('bookings.copy_failed')),
    );
  return (
    <Group
      justify="space-between"
      gap="sm"
      wrap="nowrap"
      p="tight"
      pl="md"
      bg="var(--boli-bg)"
      bd="1px solid var(--boli-line)"
      bdrs="sm"
    >
      <div>
        <Text span size="meta" c="dimmed">
          {t('bookings.driver_upi')}
        </Text>
        <Text inherit fw="var(--mantine-font-weight-medium)">
          {upiId}
        </Text>
      </div>
      <Button
        variant="light"
        size="sm"
        leftSection={<IconCopy size={20} stroke={1.75} aria-hidden />}
        onClick={() => void copy()}
      >
        {t('bookings.copy')}
      </Button>
    </Group>
  );
}

/** The code and the link for the payment. A phone cannot scan its own screen: there the code is folded. */
function UpiCode({ booking, upiId }: { booking: Booking; upiId: string }) {
  const link = upiLink({
    upiId,
    name: booking.driver_name,
    amount: booking.final_price,
    note: t('payments.upi_note', { booking: shortId(booking.id) }),
    reference: booking.id,
  });
  const label = t('payments.upi_code', { amount: formatMoney(booking.final_price), upi: upiId });
  const isPhone = !useDesktop();
  const code = (
    <Stack align="center" gap="xs">
      <LazyQrCode text={link} label={label} />
      <Text span size="meta" c="dimmed">
        {t('payments.upi_scan')}
      </Text>
    </Stack>
  );
  return (
    <>
      {!isPhone && code}
      <Button
        component="a"
        href={link}
        variant="light"
        fullWidth
        className={classes.app ?? ''}
        leftSection={<IconExternalLink size={20} stroke={1.75} aria-hidden />}
      >
        {t('payments.upi_open')}
      </Button>
      {isPhone && (
        <details>
          <summary className={classes.folded}>{t('payments.upi_code_folded')}</summary>
          {code}
        </details>
      )}
    </>
  );
}

/** The payee of a non-cash fare: the driver's UPI ID as text, code and link, or the reason why there is none. */
export function PayToDriver({ booking }: { booking: Booking }) {
  const upiId = booking.driver_upi_id;
  const isDue = isDirectUpi(booking) && isPayable(booking);
  if (booking.refund_status) return null;
  if (upiId && booking.payment_status === 'completed')
    return (
      <details>
        <summary className={classes.folded}>{t('trip.upi_id_folded')}</summary>
        <UpiId upiId={upiId} />
      </details>
    );
  if (upiId) {
    return (
      <>
        <UpiId upiId={upiId} />
        {isDue && <UpiCode booking={booking} upiId={upiId} />}
      </>
    );
  }
  if (!isDue) return null;
  return (
    <Text w="100%" inherit c="dimmed" fz="meta">
      {t(booking.status === 'pending' && booking.quote.accepts_upi ? 'bookings.upi_after_accept' : 'quotes.no_upi')}
    </Text>
  );
}
