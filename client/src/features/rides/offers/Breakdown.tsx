import { splitFare, toPaise, toRupees } from '@boli/shared/core/money';
import { presentLevies, ruleInPaise } from '@boli/shared/pricing/pricing.schema';
import { Flex, Text } from '@mantine/core';
import { useFeeRule, usePricing } from '../../../core/fee-rule';
import { formatMoney } from '../../../core/money';
import { t } from '../../../core/t';
import { feeWords } from '../../../ui/fee-words';
import { LevyLines } from '../../../ui/LevyLines';
import { Line, Lines } from '../../../ui/Lines';
import { Price } from '../../../ui/Price';
import { SplitBar } from '../../../ui/SplitBar';

/**
 * The split of a price in rupees between platform and driver, to the paisa, by the rule that applies to a booking made
 * now. Renders nothing until the rule is known.
 */
export function Breakdown({ price }: { price: number }) {
  const rule = useFeeRule();
  const sellsPasses = usePricing()?.model === 'pass';
  if (!rule) return null;
  const { fee, earnings } = splitFare(toPaise(price), ruleInPaise(rule));
  const { levies } = presentLevies({ price: toPaise(price), fee }, ruleInPaise(rule));
  const words = feeWords(rule);
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
      <SplitBar earnings={earnings} fee={fee} />
      <Lines>
        <Line label={t('bookings.quoted_price')}>{formatMoney(price)}</Line>
        <Line label={words ?? t('quotes.fee_line')}>{formatMoney(0 - toRupees(fee))}</Line>
        <LevyLines levies={levies} sign={-1} />
        <Line sum label={t(words === null ? 'quotes.earn_line' : 'pricing.earn_line')}>
          <Price value={toRupees(earnings)} size="stat" />
        </Line>
      </Lines>
      {sellsPasses && (
        <Text size="meta" c="dimmed">
          {t('pricing.at_booking')}
        </Text>
      )}
    </Flex>
  );
}
