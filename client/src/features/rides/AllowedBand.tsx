import { toRupees } from '@boli/shared/core/money';
import type { Reference } from '@boli/shared/fares/fares.schema';
import { Text } from '@mantine/core';
import { formatMoney } from '../../core/money';
import { t } from '../../core/t';
import { useAllowed } from './use-allowed';

/** The prices that the law allows for a ride, with the name of the rule; nothing without such a law or a usual price. */
export function AllowedBand({ reference }: { reference: Reference | null | undefined }) {
  const { band, rule } = useAllowed(reference ?? null);
  if (!band) return null;
  const [low, high] = [band.low, band.high].map((edge) => formatMoney(toRupees(edge)));
  return (
    <Text size="meta" c="dimmed">
      {t('jurisdictions.band', { low: low ?? '', high: high ?? '', rule })}
    </Text>
  );
}
