import { splitFare, toPaise, toRupees } from '@boli/shared/core/money';
import { formatMoney } from '../../core/money';
import { t } from '../../core/t';
import { Price } from '../../ui/Price';
import { SplitBar } from '../../ui/SplitBar';
import classes from './QuoteDialog.module.css';

/** What a price in rupees means for the driver: the platform's 10% and the 90% that stay, to the paisa. */
export function Breakdown({ price }: { price: number }) {
  const { fee, earnings } = splitFare(toPaise(price));
  return (
    <section className={classes.breakdown} aria-label={t('quotes.breakdown')}>
      <SplitBar />
      <dl className={classes.lines}>
        <div className={classes.line}>
          <dt>{t('bookings.quoted_price')}</dt>
          <dd>{formatMoney(price)}</dd>
        </div>
        <div className={classes.line}>
          <dt>{t('quotes.fee_line')}</dt>
          <dd>{formatMoney(-toRupees(fee))}</dd>
        </div>
        <div className={`${classes.line} ${classes.sum}`}>
          <dt>{t('quotes.earn_line')}</dt>
          <dd>
            <Price value={toRupees(earnings)} size="stat" />
          </dd>
        </div>
      </dl>
    </section>
  );
}
