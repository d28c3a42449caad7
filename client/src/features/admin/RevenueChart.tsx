import { readDailyRevenue } from '@boli/shared/ledger/ledger.endpoints';
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

type Figure = 'fees' | 'fares' | 'discounts' | 'rides';

/** The platform's fees over time, by day, week or month. */
export function RevenueChart() {
  const [by, setBy] = useState<Grouping>('day');
  const { value, failed, retry } = useRead(by, (signal) =>
    call(readDailyRevenue, { query: { days: periodDays[by] }, signal }),
  );
  const sum = (pick: Figure, rows = value ?? []) => rows.reduce((all, row) => all + row[pick], 0);
  const bars = groupDays(value ?? [], by).map(({ first, rows }) => ({
    id: first,
    label: formatPeriodShort(first, by),
    value: sum('fees', rows),
    words: t('earnings.bar', {
      period: formatPeriod(first, by),
      amount: formatMoney(sum('fees', rows)),
      rides: sum('rides', rows),
    }),
  }));
  return (
    <Section
      title={t('admin.revenue')}
      subtitle={t('admin.revenue_subtitle')}
      action={<PeriodSwitch by={by} onChoose={setBy} />}
    >
      {value && (
        <div className="boli-card">
          <BarChart label={t('admin.revenue')} bars={bars} format={formatMoney} />
          <Totals
            lines={[
              { label: t('admin.fees'), value: formatMoney(sum('fees')), strong: true },
              { label: t('admin.fares'), value: formatMoney(sum('fares')) },
              { label: t('admin.discounts'), value: formatMoney(sum('discounts')) },
              { label: t('admin.total_rides'), value: String(sum('rides')) },
            ]}
          />
        </div>
      )}
      {!value && (failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton rows={1} />)}
    </Section>
  );
}
