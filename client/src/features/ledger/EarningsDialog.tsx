import { Stack } from '@mantine/core';
import { t } from '../../core/t';
import { AppDialog } from '../../ui/AppDialog';
import { EarningsChart } from './EarningsChart';
import { StatementOf } from './Statement';

/** The details of the driver's earnings: a chart over time, and the statement of a week or month. */
export function EarningsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <AppDialog opened={opened} onClose={onClose} title={t('earnings.title')} size={640}>
      <Stack gap="xxl">
        <EarningsChart />
        <StatementOf />
      </Stack>
    </AppDialog>
  );
}
