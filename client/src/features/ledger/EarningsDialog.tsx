import { Stack } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../core/t';
import { AppDialog } from '../../ui/AppDialog';
import { EarningsChart } from './EarningsChart';
import { PassSection } from './PassSection';
import { StatementSection } from './Statement';

/**
 * The details of the driver's earnings: the pass, a chart over time, and the statement of a week or month. After the
 * purchase of a pass, chart and statement are read again.
 */
export function EarningsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [bought, setBought] = useState(0);
  return (
    <AppDialog opened={opened} onClose={onClose} title={t('earnings.title')} size={640}>
      <Stack gap="xxl">
        <PassSection onBought={() => setBought(bought + 1)} />
        <EarningsChart key={`chart ${bought}`} />
        <StatementSection key={`statement ${bought}`} />
      </Stack>
    </AppDialog>
  );
}
