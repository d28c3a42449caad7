import type { Earnings } from '@boli/shared/drivers/drivers.schema';
import { Button } from '@mantine/core';
import { IconChartBar, IconCircleCheck, IconClock, IconReceiptRupee, IconWallet } from '@tabler/icons-react';
import { t } from '../../core/t';
import { LoadFailed } from '../../ui/LoadFailed';
import { type Stat, StatCards } from '../../ui/StatCards';
import { useDriver, useDriverSync } from './drivers.store';
import classes from './EarningsCards.module.css';

function statsOf(earnings: Earnings | null): Stat[] {
  return [
    {
      id: 'total',
      label: t('drivers.total_earnings'),
      caption: t('drivers.earnings_caption'),
      icon: IconWallet,
      value: earnings?.total_earnings ?? null,
    },
    {
      id: 'fees',
      label: t('drivers.platform_fees'),
      caption: t('drivers.fees_caption'),
      icon: IconReceiptRupee,
      value: earnings?.platform_fees_paid ?? null,
    },
    {
      id: 'pending',
      label: t('drivers.pending_payment'),
      caption: t('drivers.pending_caption'),
      icon: IconClock,
      value: earnings?.pending_payment ?? null,
    },
    {
      id: 'rides',
      label: t('drivers.completed_rides'),
      caption: t('drivers.rides_caption'),
      icon: IconCircleCheck,
      value: earnings?.completed_rides ?? null,
      count: true,
    },
  ];
}

/** The driver's four summary cards, with a button for the details. */
export function EarningsCards({ onDetails }: { onDetails: () => void }) {
  const { earnings, earningsFailed } = useDriver();
  const retry = useDriverSync();
  if (!earnings && earningsFailed) return <LoadFailed onRetry={retry} />;
  return (
    <div className={classes.earnings}>
      <StatCards stats={statsOf(earnings)} />
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconChartBar size={20} stroke={1.75} aria-hidden />}
        onClick={onDetails}
      >
        {t('earnings.open')}
      </Button>
    </div>
  );
}
