import {
  IconChartBar,
  IconCoinRupee,
  IconHistory,
  IconLivePhoto,
  IconReceiptRupee,
  IconUserSearch,
  IconUsers,
} from '@tabler/icons-react';
import { t } from '../core/t';
import { AdminCards } from '../features/admin/AdminCards';
import { type AdminFigures, useAdmin } from '../features/admin/admin.store';
import { useAdminSync } from '../features/admin/admin.sync';
import { DriverCommissions } from '../features/admin/DriverCommissions';
import { LawNote } from '../features/admin/LawNote';
import { PendingSettlements } from '../features/admin/PendingSettlements';
import { LoadFailed } from '../ui/LoadFailed';
import { OfflineReason } from '../ui/OnlineButton';
import { RowsSkeleton } from '../ui/RowsSkeleton';
import { Section } from '../ui/Section';
import { lazyPart } from './lazy-part';
import { Shell } from './Shell';
import { type Tab, Tabs } from './Tabs';
import { TripReplay } from './TripReplay';
import { useTab } from './use-tab';

const PendingVerifications = lazyPart(
  async () => (await import('../features/admin/PendingVerifications')).PendingVerifications,
);
const LiveBoard = lazyPart(async () => (await import('../features/admin/live/LiveBoard')).LiveBoard);
const AdminLog = lazyPart(async () => (await import('../features/admin-log/AdminLog')).AdminLog);
const Users = lazyPart(async () => (await import('../features/admin/Users')).Users);
const MoneyTab = lazyPart(async () => (await import('../features/admin/MoneyTab')).MoneyTab);

function Panel({ tab, figures }: { tab: string; figures: AdminFigures }) {
  if (tab === 'settlements') {
    return (
      <Section title={t('admin.tab_settlements')}>
        <PendingSettlements rows={figures.settlements.rows} />
      </Section>
    );
  }
  if (tab === 'commissions') {
    return (
      <Section title={t('admin.tab_commissions')}>
        <DriverCommissions rows={figures.commissions.rows} />
      </Section>
    );
  }
  return (
    <Section title={t('admin.tab_verifications')}>
      <PendingVerifications rows={figures.verifications.rows} />
    </Section>
  );
}

/** The admin's page: four totals, the three tabs of the specification, the Live Board, Money, Users and the log. */
export function AdminDashboard() {
  const { figures } = useAdmin();
  const { state, retry } = useAdminSync();
  const tabs: Tab[] = [
    {
      id: 'settlements',
      label: t('admin.tab_settlements'),
      icon: IconReceiptRupee,
      count: figures?.settlements.total,
    },
    { id: 'commissions', label: t('admin.tab_commissions'), icon: IconChartBar },
    {
      id: 'verifications',
      label: t('admin.tab_verifications'),
      icon: IconUserSearch,
      count: figures?.verifications.total,
    },
    { id: 'live', label: t('live.tab'), icon: IconLivePhoto },
    { id: 'money', label: t('admin.tab_money'), icon: IconCoinRupee },
    { id: 'users', label: t('admin.tab_users'), icon: IconUsers },
    { id: 'log', label: t('admin_log.tab'), icon: IconHistory },
  ];
  const [tab, chooseTab] = useTab(tabs);
  const needsFigures = !['live', 'money', 'users', 'log'].includes(tab);
  return (
    <Shell
      title={t('admin.title')}
      titleBesideName
      tabs={<Tabs tabs={tabs} current={tab} onChoose={chooseTab} />}
      strip={<AdminCards />}
    >
      <OfflineReason />
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${tab}`}>
        {tab === 'live' && <LiveBoard />}
        {tab === 'money' && <MoneyTab />}
        {tab === 'users' && <Users />}
        {tab === 'log' && <AdminLog />}
        {needsFigures && figures && <Panel tab={tab} figures={figures} />}
        {needsFigures && !figures && (state === 'failed' ? <LoadFailed onRetry={retry} /> : <RowsSkeleton />)}
      </div>
      <LawNote />
      <TripReplay />
    </Shell>
  );
}
