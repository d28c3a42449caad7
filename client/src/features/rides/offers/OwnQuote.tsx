import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Group } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { formatMoney } from '../../../core/money';
import { t } from '../../../core/t';
import { useAction } from '../../../core/use-action';
import { AmberLine } from '../../../ui/AmberLine';
import { OfflineReason, OnlineButton } from '../../../ui/OnlineButton';
import { withdraw } from './offers.api';

/** The driver's own quote on a request, with a button to withdraw it. */
export function OwnQuote({ quote, onQuote }: { quote: Quote; onQuote: (quote: Quote) => void }) {
  const { busy, act } = useAction();
  const press = () =>
    act({
      name: quote.id,
      run: () => withdraw(quote.id),
      successMessage: 'quotes.withdrawn_toast',
      errorMessage: 'quotes.withdraw_failed',
      onSuccess: onQuote,
    });
  return (
    <>
      <Group justify="space-between" gap="sm" wrap="nowrap" my="-xxs">
        <AmberLine icon={IconCircleCheck}>{t('quotes.your_quote', { price: formatMoney(quote.price) })}</AmberLine>
        <OnlineButton quiet variant="subtle" size="sm" loading={busy !== null} onClick={() => void press()}>
          {t('quotes.withdraw')}
        </OnlineButton>
      </Group>
      <OfflineReason />
    </>
  );
}
