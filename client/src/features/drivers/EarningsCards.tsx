import type { MessageKey } from '@boli/shared/core/messages';
import type { Earnings } from '@boli/shared/drivers/drivers.schema';
import { type Icon, IconCircleCheck, IconClock, IconReceiptRupee, IconWallet } from '@tabler/icons-react';
import { t } from '../../core/t';
import { LoadFailed } from '../../ui/LoadFailed';
import { Price } from '../../ui/Price';
import { useDriver, useDriverLive } from './drivers.store';
import classes from './EarningsCards.module.css';

interface Stat {
  of: keyof Earnings;
  label: MessageKey;
  caption: MessageKey;
  icon: Icon;
}

const stats: readonly Stat[] = [
  { of: 'total_earnings', label: 'drivers.total_earnings', caption: 'drivers.earnings_caption', icon: IconWallet },
  { of: 'platform_fees_paid', label: 'drivers.platform_fees', caption: 'drivers.fees_caption', icon: IconReceiptRupee },
  { of: 'pending_payment', label: 'drivers.pending_payment', caption: 'drivers.pending_caption', icon: IconClock },
  { of: 'completed_rides', label: 'drivers.completed_rides', caption: 'drivers.rides_caption', icon: IconCircleCheck },
];

function Figure({ of, earnings }: { of: keyof Earnings; earnings: Earnings | null }) {
  if (!earnings) return <span aria-hidden>–</span>;
  if (of === 'completed_rides') return <span className={classes.count}>{earnings.completed_rides}</span>;
  return <Price value={earnings[of]} size="stat" />;
}

/** The driver's four summary cards. */
export function EarningsCards() {
  const { earnings, earningsFailed } = useDriver();
  const retry = useDriverLive();
  if (!earnings && earningsFailed) return <LoadFailed onRetry={retry} />;
  return (
    <dl className={classes.cards}>
      {stats.map(({ of, label, caption, icon: Sign }) => (
        <div key={of} className={`boli-card ${classes.card}`}>
          <dt className={classes.label}>
            <Sign size={20} stroke={1.75} aria-hidden />
            {t(label)}
          </dt>
          <dd className={classes.figure}>
            <Figure of={of} earnings={earnings} />
            <span className={classes.caption}>{t(caption)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
