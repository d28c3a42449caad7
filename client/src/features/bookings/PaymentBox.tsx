import { type Booking, directUpiMethods } from '@boli/shared/bookings/bookings.schema';
import { isDead } from '@boli/shared/bookings/bookings.state';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { formatMoney } from '../../core/money';
import { t } from '../../core/t';
import { toast } from '../../core/toast';
import { Price } from '../../ui/Price';
import { SplitBar } from '../../ui/SplitBar';
import { StatusBadge } from '../../ui/StatusBadge';
import classes from './BookingDetails.module.css';
import { markPayment, usePress } from './bookings.actions';
import { useReachable } from './bookings.live';
import { copyText } from './copy-text';
import { paymentWord, type Side } from './words';

const isDirectUpi = ({ payment_method }: Booking) => directUpiMethods.some((method) => method === payment_method);

function UpiId({ upiId }: { upiId: string }) {
  const copy = () =>
    copyText(upiId).then(
      () => toast.info(t('bookings.upi_copied')),
      () => toast.error(t('bookings.copy_failed')),
    );
  return (
    <div className={classes.upi}>
      <div>
        <span className={classes.meta}>{t('bookings.driver_upi')}</span>
        <strong>{upiId}</strong>
      </div>
      <Button
        variant="light"
        size="sm"
        leftSection={<IconCopy size={20} stroke={1.75} aria-hidden />}
        onClick={() => void copy()}
      >
        {t('bookings.copy')}
      </Button>
    </div>
  );
}

/** Where a customer pays a non-cash fare to: the driver's UPI ID, or why there is none. */
function PayTo({ booking }: { booking: Booking }) {
  if (booking.driver_upi_id) return <UpiId upiId={booking.driver_upi_id} />;
  if (!isDirectUpi(booking) || isDead(booking.status) || booking.payment_status === 'completed') return null;
  if (booking.status === 'pending') return <p className={classes.reason}>{t('bookings.upi_after_accept')}</p>;
  return <p className={classes.reason}>{t('quotes.no_upi')}</p>;
}

function MarkPaid({ booking, quiet }: { booking: Booking; quiet: boolean }) {
  const { busy, press } = usePress();
  const isReachable = useReachable();
  if (!isDirectUpi(booking) || isDead(booking.status) || booking.payment_status === 'completed') return null;
  const mark = () =>
    press('paid', 'payments.mark_failed', async () => {
      await markPayment(booking.id);
      return t('payments.marked');
    });
  return (
    <Button
      fullWidth
      variant={quiet ? 'light' : 'filled'}
      loading={busy !== null}
      disabled={!isReachable}
      onClick={() => void mark()}
    >
      {t('payments.mark')}
    </Button>
  );
}

/** How the fare is shared: for drivers. The lines add up to the paisa. */
function Split({ booking }: { booking: Booking }) {
  const { price, platform_fee, driver_earnings, discount_amount, promo_code } = booking;
  return (
    <>
      <SplitBar />
      <dl className={classes.lines}>
        {discount_amount > 0 && (
          <div className={classes.line}>
            <dt>{t('bookings.promo_line', { code: promo_code ?? '' })}</dt>
            <dd>{formatMoney(discount_amount)}</dd>
          </div>
        )}
        <div className={classes.line}>
          <dt>{t('bookings.quoted_price')}</dt>
          <dd>
            <Price value={price} />
          </dd>
        </div>
        <div className={classes.line}>
          <dt>{t('bookings.fee')}</dt>
          <dd>{formatMoney(-platform_fee)}</dd>
        </div>
        <div className={classes.line}>
          <dt>{t('bookings.earnings')}</dt>
          <dd>
            <Price value={driver_earnings} />
          </dd>
        </div>
      </dl>
    </>
  );
}

interface PaymentBoxProps {
  booking: Booking;
  side: Side;
  /** Another button is the main one of this dialog. */
  quiet: boolean;
}

/** What the ride costs, how it is paid and whether it is; for drivers the platform's fee and their earnings. */
export function PaymentBox({ booking, side, quiet }: PaymentBoxProps) {
  const { price, final_price } = booking;
  return (
    <section className={`boli-card ${classes.box}`}>
      <h3>{t('bookings.payment')}</h3>
      <dl className={classes.lines}>
        <div className={`${classes.line} ${classes.total}`}>
          <dt>{t('bookings.total')}</dt>
          <dd>
            <Price value={final_price} size="due" />
            {final_price < price && <Price value={price} struck />}
          </dd>
        </div>
        <div className={classes.line}>
          <dt>{t('bookings.method')}</dt>
          <dd>{t(`payments.${booking.payment_method}`)}</dd>
        </div>
        <div className={classes.line}>
          <dt>{t('bookings.payment_status')}</dt>
          <dd>
            <StatusBadge kind="payment" status={paymentWord(booking)} />
          </dd>
        </div>
      </dl>
      {side === 'driver' && <Split booking={booking} />}
      {side === 'customer' && <PayTo booking={booking} />}
      <MarkPaid booking={booking} quiet={quiet} />
    </section>
  );
}
