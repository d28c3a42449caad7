import { t } from '../../core/t';
import { AppDialog } from '../../ui/AppDialog';
import classes from './Earnings.module.css';
import { EarningsChart } from './EarningsChart';
import { StatementOf } from './Statement';

/** What is behind the driver's figures: earnings over time, and the statement of a week or month. */
export function EarningsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <AppDialog opened={opened} onClose={onClose} title={t('earnings.title')} size={640}>
      <div className={classes.parts}>
        <EarningsChart />
        <StatementOf />
      </div>
    </AppDialog>
  );
}
