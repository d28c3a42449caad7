import { toRupees } from '@boli/shared/core/money';
import type { Reference } from '@boli/shared/fares/fares.schema';
import { priceBand } from '@boli/shared/jurisdictions/band';
import { Text } from '@mantine/core';
import { useConfig } from '../../core/config';
import { formatMoney } from '../../core/money';
import { t } from '../../core/t';

/** The prices that the law allows for a ride, with the name of the rule; nothing without such a law or a usual price. */
export function AllowedBand({ reference }: { reference: Reference | null | undefined }) {
  const rule = useConfig()?.jurisdiction?.fare_band;
  const band = priceBand(rule, reference ?? null);
  if (!rule || !band) return null;
  const [low, high] = [band.low, band.high].map((edge) => formatMoney(toRupees(edge)));
  return (
    <Text size="meta" c="dimmed">
      {t('jurisdictions.band', { low: low ?? '', high: high ?? '', rule: rule.rule })}
    </Text>
  );
}
