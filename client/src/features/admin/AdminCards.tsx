import { IconCalendarCheck, IconCar, IconCoinRupee, IconHourglass } from '@tabler/icons-react';
import { usePricing } from '../../core/fee-rule';
import { formatPeriodShort, periodBack } from '../../core/periods';
import { t } from '../../core/t';
import type { Stat } from '../../ui/StatCards';
import { StatLine } from '../../ui/StatLine';
import { useAdmin } from './admin.store';

/** The four key figures of the admin dashboard. */
export function AdminCards() {
  const figures = useAdmin((admin) => admin.figures);
  const stats = figures?.stats;
  const sellsPasses = usePricing()?.model === 'pass';
  const { first } = periodBack('month', 0, Date.now());
  const cards: Stat[] = [
    {
      id: 'earned',
      label: t('admin.total_earnings'),
      caption: t(sellsPasses ? 'pricing.earned_caption' : 'admin.total_earnings_caption'),
      icon: IconCoinRupee,
      value: stats?.total_platform_earnings ?? null,
    },
    {
      id: 'pending',
      label: t('admin.pending_collections'),
      caption: figures ? t('admin.pending_collections_caption', { count: figures.settlements.total }) : '',
      icon: IconHourglass,
      value: stats?.pending_collections ?? null,
    },
    {
      id: 'month',
      label: t('admin.collected'),
      caption: t('admin.collected_caption', { day: formatPeriodShort(first, 'day') }),
      icon: IconCalendarCheck,
      value: stats?.collected_this_month ?? null,
    },
    {
      id: 'rides',
      label: t('admin.total_rides'),
      caption: t('admin.total_rides_caption'),
      icon: IconCar,
      value: stats?.total_rides ?? null,
      count: true,
    },
  ];
  return <StatLine stats={cards} label={t('admin.figures')} />;
}
