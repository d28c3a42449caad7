import type { Commission } from '@boli/shared/ledger/ledger.schema';
import { IconChartBar } from '@tabler/icons-react';
import { t } from '../../core/t';
import { type Column, DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { Price } from '../../ui/Price';
import { ShowMore } from '../../ui/ShowMore';
import { showMore, useAdmin } from './admin.store';

/** Commission by driver. */
export function DriverCommissions({ rows }: { rows: readonly Commission[] }) {
  const total = useAdmin(({ figures }) => figures?.commissions.total ?? 0);
  if (rows.length === 0) {
    return <EmptyState icon={IconChartBar} title={t('admin.commissions_empty')} hint={t('admin.commissions_hint')} />;
  }
  const columns: Column<Commission>[] = [
    { id: 'driver', label: t('admin.driver_name'), cell: (row) => row.driver_name },
    {
      id: 'rides',
      label: t('admin.rides'),
      end: true,
      cell: (row) => <span className="tabular">{row.total_rides}</span>,
    },
    { id: 'total', label: t('admin.commission'), end: true, cell: (row) => <Price value={row.total_commission} /> },
    { id: 'paid', label: t('admin.paid'), end: true, cell: (row) => <Price value={row.paid} /> },
    { id: 'pending', label: t('admin.pending'), end: true, cell: (row) => <Price value={row.pending} /> },
  ];
  return (
    <>
      <DataTable caption={t('admin.tab_commissions')} columns={columns} rows={rows} keyOf={(row) => row.driver_id} />
      <ShowMore shown={rows.length} total={total} onMore={() => showMore('commissions')} />
    </>
  );
}
