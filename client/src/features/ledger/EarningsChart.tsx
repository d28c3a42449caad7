import { readDailyEarnings } from '@boli/shared/ledger/ledger.endpoints';
import { useState } from 'react';
import { call } from '../../core/api';
import { formatMoney } from '../../core/money';
import { formatPeriod, formatPeriodShort, type Grouping, groupDays } from '../../core/periods';
import { t } from '../../core/t';
import { useRead } from '../../core/use-read';
import { BarChart } from '../../ui/BarChart';
import { LoadFailed } from '../../ui/LoadFailed';
import { PeriodSwitch, periodDays } from '../../ui/PeriodSwitch';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';
import { Totals } from '../../ui/Totals';

/** The driver's earnings by day, week or month. */
export function EarningsChart() {
  const [by, setBy] = useState<Grouping>('day');
  const {
    value: days,
    failed,
    retry,
  } = useRead(by, (signal) => call(readDailyEarnings, { query: { days: periodDays[by] }, signal }));
  const sum = (pick: 'earnings' | 'fees' | 'rides', rows = days ?? []) => rows.reduce((all, row) => all + row[pick], 0);
  const bars = groupDays(days ?? [], by).map(({ first, rows }) => ({
    id: first,
    label: formatPeriodShort(first, by),
    value: sum('earnings', rows),
    words: t('earnings.bar', {
      period: formatPeriod(first, by),
      amount: formatMoney(sum('earnings', rows)),
      rides: sum('rides', rows),
    }),
  }));
  const period = t(`earnings.${by}`);
  return (
    <Section title={t('earnings.chart')} action={<PeriodSwitch by={by} onChoose={setBy} />}>
      {days && (
        <>
          <BarChart label={t('earnings.chart_of', { period })} bars={bars} format={formatMoney} />
          <Totals
            lines={[
              { label: t('earnings.total'), value: formatMoney(sum('earnings')) },
              { label: t('earnings.fees'), value: formatMoney(sum('fees')) },
              { label: t('earnings.rides'), value: String(sum('rides')) },
            ]}
          />
        </>
      )}
      {!days && (failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton rows={1} />)}
    </Section>
  );
}
