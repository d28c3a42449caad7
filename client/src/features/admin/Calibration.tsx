import { readCalibration } from '@boli/shared/market/market.endpoints';
import type { Calibration as Table } from '@boli/shared/market/market.schema';
import { call } from '../../core/api';
import { formatCount } from '../../core/money';
import { t } from '../../core/t';
import { useRead } from '../../core/use-read';
import { type Column, DataTable } from '../../ui/DataTable';
import { LoadFailed } from '../../ui/LoadFailed';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';

type Row = Table['rows'][number];

const percentText = (percent: number | null) => (percent === null ? t('market.too_few') : `${percent}%`);

/** How often the odds of a cheaper quote came true, for each wording of them. */
export function Calibration() {
  const { value, failed, retry } = useRead('calibration', (signal) => call(readCalibration, { signal }));
  const columns: Column<Row>[] = [
    { id: 'said', label: t('market.said'), cell: ({ said }) => t(`market.said_${said}`) },
    { id: 'count', label: t('market.estimates'), end: true, cell: ({ count }) => formatCount(count) },
    { id: 'chance', label: t('market.said_percent'), end: true, cell: ({ said_percent }) => percentText(said_percent) },
    { id: 'came', label: t('market.came_percent'), end: true, cell: ({ came_percent }) => percentText(came_percent) },
  ];
  return (
    <Section title={t('market.calibration')} subtitle={t('market.calibration_subtitle')}>
      {value && (
        <DataTable caption={t('market.calibration')} columns={columns} rows={value.rows} keyOf={({ said }) => said} />
      )}
      {!value && (failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton rows={2} />)}
    </Section>
  );
}
