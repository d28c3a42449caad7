import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Button, Flex, Group } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { formatMoney } from '../../../core/money';
import { t } from '../../../core/t';
import { useAction } from '../../../core/use-action';
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
    <Group justify="space-between" gap="sm" wrap="nowrap" my="-xxs">
      <Flex
        component="span"
        align="center"
        gap="tight"
        c="var(--boli-amber)"
        fz="sm"
        lh="sm"
        fw="var(--mantine-font-weight-medium)"
      >
        <IconCircleCheck size={16} stroke={1.75} aria-hidden />
        {t('quotes.your_quote', { price: formatMoney(quote.price) })}
      </Flex>
      <Button variant="subtle" size="sm" loading={busy !== null} onClick={() => void press()}>
        {t('quotes.withdraw')}
      </Button>
    </Group>
  );
}
