import type { Earnings } from '@boli/shared/drivers/drivers.schema';
import { Box, Button } from '@mantine/core';
import { IconChartBar, IconCircleCheck, IconClock, IconReceiptRupee, IconWallet } from '@tabler/icons-react';
import { formatCount } from '../../core/money';
import { t } from '../../core/t';
import { LoadFailed } from '../../ui/LoadFailed';
import { Price } from '../../ui/Price';
import type { Stat } from '../../ui/StatCards';
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

function Card({ label, caption, icon: Sign, value, count = false }: Stat) {
  const figure = count ? <span className={classes.count}>{value === null ? null : formatCount(value)}</span> : null;
  return (
    <div className={classes.card}>
      <dt className={classes.name}>
        <Sign size={16} stroke={1.75} aria-hidden />
        {label}
      </dt>
      <dd className={classes.figure}>
        {value === null ? <span aria-hidden>–</span> : (figure ?? <Price value={value} />)}
        <span className={classes.caption}>{caption}</span>
      </dd>
    </div>
  );
}

/**
 * The driver's four summary cards and a button for the details, in one row. A row that is wider than the screen is
 * scrolled sideways, by a finger or with the arrow keys.
 */
export function EarningsCards({ onDetails }: { onDetails: () => void }) {
  const { earnings, earningsFailed } = useDriver();
  const retry = useDriverSync();
  if (!earnings && earningsFailed) return <LoadFailed onRetry={retry} />;
  return (
    <div className={classes.place}>
      <Box
        component="section"
        data-sideways="true"
        className={classes.row ?? ''}
        aria-label={t('drivers.figures')}
        tabIndex={0}
      >
        <dl className={classes.cards}>
          {statsOf(earnings).map((stat) => (
            <Card key={stat.id} {...stat} />
          ))}
        </dl>
        <Button
          className={classes.more ?? ''}
          variant="subtle"
          size="sm"
          leftSection={<IconChartBar size={20} stroke={1.75} aria-hidden />}
          onClick={onDetails}
        >
          {t('earnings.open')}
        </Button>
      </Box>
    </div>
  );
}
