import { splitFare, toPaise, toRupees } from '@boli/shared/core/money';
import { Flex } from '@mantine/core';
import { formatMoney } from '../../../core/money';
import { t } from '../../../core/t';
import { Line, Lines } from '../../../ui/Lines';
import { Price } from '../../../ui/Price';
import { SplitBar } from '../../../ui/SplitBar';

/** The split of a price in rupees: 10% platform fee and 90% driver earnings, to the paisa. */
export function Breakdown({ price }: { price: number }) {
  const { fee, earnings } = splitFare(toPaise(price));
  return (
    <Flex
      component="section"
      direction="column"
      gap="sm"
      p="md"
      bg="var(--boli-bg)"
      bd="1px solid var(--boli-line)"
      bdrs="md"
      aria-label={t('quotes.breakdown')}
    >
      <SplitBar />
      <Lines>
        <Line label={t('bookings.quoted_price')}>{formatMoney(price)}</Line>
        <Line label={t('quotes.fee_line')}>{formatMoney(-toRupees(fee))}</Line>
        <Line sum label={t('quotes.earn_line')}>
          <Price value={toRupees(earnings)} size="stat" />
        </Line>
      </Lines>
    </Flex>
  );
}
