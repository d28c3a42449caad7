import { toRupees } from '@boli/shared/core/money';
import type { Order } from '@boli/shared/payments/payments.schema';
import { Box, Flex, Text } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { errorText, t } from '../../core/t';
import { useAction } from '../../core/use-action';
import { AppDialog } from '../../ui/AppDialog';
import { OfflineReason, OnlineButton } from '../../ui/OnlineButton';
import { Price } from '../../ui/Price';
import tones from '../../ui/Tones.module.css';
import type { CheckoutResult } from './checkout';
import { type Outcome, simulate } from './payments.api';

interface SimulatedCheckoutProps {
  /** The order to pay; null closes the sheet. */
  order: Order | null;
  onEnd: (result: CheckoutResult) => void;
  /** Whether the payment has been reported as successful. */
  isPaid: () => boolean;
}

/** The checkout of the simulated gateway, marked as a test in which no money moves. */
export function SimulatedCheckout({ order, onEnd, isPaid }: SimulatedCheckoutProps) {
  const { busy, act } = useAction();
  const play = (outcome: Outcome) =>
    order &&
    act({
      name: outcome,
      // The sheet closes after the first press; once it is open again, the same outcome may be simulated again.
      allowRepeat: true,
      run: () => simulate(order, outcome),
      // The page may have seen the payment although the response to this press was lost.
      errorMessage: (error) => (isPaid() ? null : errorText(error, 'payments.failed')),
      onSuccess: onEnd,
    });
  const button = (outcome: Outcome, variant: 'filled' | 'default') => (
    <OnlineButton
      quiet
      fullWidth
      variant={variant}
      loading={busy === outcome}
      disabled={busy !== null && busy !== outcome}
      onClick={() => void play(outcome)}
    >
      {t(`payments.test_${outcome}`)}
    </OnlineButton>
  );
  return (
    <AppDialog
      form="sheet"
      opened={order !== null}
      onClose={() => onEnd({ kind: 'dismissed' })}
      title={t('payments.test_title')}
    >
      <div className="boli-form boli-form-wide">
        <Box
          component="p"
          className={`boli-note ${tones.amber}`}
          fz="md"
          lh="md"
          fw="var(--mantine-font-weight-medium)"
          role="note"
        >
          <IconFlask size={20} stroke={1.75} aria-hidden />
          {t('payments.test_note')}
        </Box>
        {order && (
          <Flex component="p" direction="column">
            <Text span size="meta" c="dimmed">
              {t('payments.amount')}
            </Text>
            <Price value={toRupees(order.amount)} size="due" />
          </Flex>
        )}
        <OfflineReason />
        {button('pay', 'filled')}
        {button('fail', 'default')}
        {button('vanish', 'default')}
      </div>
    </AppDialog>
  );
}
