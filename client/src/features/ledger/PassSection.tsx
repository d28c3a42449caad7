import { buyPass } from '@boli/shared/pricing/pricing.endpoints';
import { type Pass, type PassSpan, type Pricing, passSpans } from '@boli/shared/pricing/pricing.schema';
import { Flex, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../core/api';
import { usePass, usePricing, useValidPass } from '../../core/fee-rule';
import { formatMoney } from '../../core/money';
import { t } from '../../core/t';
import { formatExact } from '../../core/time';
import { useAction } from '../../core/use-action';
import { LockedButton } from '../../ui/LockedButton';
import { OfflineReason } from '../../ui/OnlineButton';
import { Section } from '../../ui/Section';

interface OfferProps {
  span: PassSpan;
  price: number;
  /** Whether the first press was made: the button now asks for a second one. */
  isAsked: boolean;
  busy: boolean;
  onPress: () => void;
}

/** A pass on sale. The button has to be pressed twice, because the price is owed from then on. */
function Offer({ span, price, isAsked, busy, onPress }: OfferProps) {
  const amount = formatMoney(price);
  const id = `pass-${span}`;
  return (
    <Group justify="space-between" gap="sm">
      <span id={id}>{t(`pricing.${span}`)}</span>
      <LockedButton
        needsServer
        meaning={isAsked ? 'confirm' : 'buy'}
        variant={isAsked ? 'filled' : 'default'}
        aria-describedby={id}
        loading={busy}
        onClick={onPress}
      >
        {t(isAsked ? 'pricing.confirm' : 'pricing.buy', { amount })}
      </LockedButton>
    </Group>
  );
}

/** What a driver without a pass reads: the commission that applies until one is bought. */
const withoutPass = ({ fee_rule }: Pricing) => t('pricing.pass_none', { percent: fee_rule.percent });

/**
 * The driver's pass: until when it is valid, and the passes on sale. Renders nothing if none are sold and the driver has
 * none.
 */
export function PassSection({ onBought }: { onBought: () => void }) {
  const pricing = usePricing();
  const until = useValidPass();
  const { busy, act } = useAction();
  const [asked, setAsked] = useState<PassSpan | null>(null);
  const prices = pricing?.passes ?? null;
  if (!pricing || (!prices && until === null)) return null;
  const buy = (span: PassSpan, price: number) =>
    act<Pass>({
      name: span,
      input: price,
      run: (idempotencyKey) => call(buyPass, { body: { span, price }, idempotencyKey }),
      successMessage: ({ ends_at }) => t('pricing.bought', { time: formatExact(ends_at) }),
      errorMessage: 'pricing.buy_failed',
      onSuccess: ({ ends_at }) => {
        setAsked(null);
        usePass.setState({ until: ends_at });
        onBought();
      },
    });
  return (
    <Section title={t('pricing.pass')} subtitle={t('pricing.pass_hint')}>
      <Flex direction="column" gap="sm">
        <strong>{until ? t('pricing.pass_valid', { time: formatExact(until) }) : withoutPass(pricing)}</strong>
        {prices &&
          passSpans.map((span) => (
            <Offer
              key={span}
              span={span}
              price={prices[span]}
              isAsked={asked === span}
              busy={busy === span}
              onPress={() => (asked === span ? void buy(span, prices[span]) : setAsked(span))}
            />
          ))}
        {prices && (
          <Text size="sm" c="dimmed">
            {until && `${t('pricing.pass_later')} `}
            {t('pricing.pay_hint')}
          </Text>
        )}
        <OfflineReason />
      </Flex>
    </Section>
  );
}
