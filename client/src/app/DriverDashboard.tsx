import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { IconBroadcast, IconClipboardList, IconHistory, IconId, IconShieldCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useAddress } from '../core/address-bar';
import { useDesktop } from '../core/screen';
import { useSession } from '../core/session';
import { t } from '../core/t';
import { ApproachSharing } from '../features/bookings/ApproachSharing';
import { useBookingsSync } from '../features/bookings/bookings.sync';
import { PinnedBooking } from '../features/bookings/PinnedBooking';
import { loadEarnings, loadProfile, upsertProfile, useDriver } from '../features/drivers/drivers.store';
import { EarningsCards } from '../features/drivers/EarningsCards';
import { OnlineSwitch } from '../features/drivers/OnlineSwitch';
import { VerificationNote } from '../features/drivers/profile/VerificationNote';
import { usePresence } from '../features/drivers/use-presence';
import { LoadFailed } from '../ui/LoadFailed';
import { BookingMoney } from './BookingMoney';
import { useHasActiveBooking, useHistoryRevision } from './booking-signs';
import { lazyPart } from './lazy-part';
import { Shell } from './Shell';
import { type Tab, Tabs } from './Tabs';
import { TripReplay } from './TripReplay';
import { useHasBeenTrue } from './use-ever';
import { useTab } from './use-tab';
import { Waiting } from './Waiting';

const DriverOffers = lazyPart(async () => (await import('./DriverOffers')).DriverOffers);
const MyBookings = lazyPart(async () => (await import('../features/bookings/MyBookings')).MyBookings);
const BookingDialogs = lazyPart(async () => (await import('../features/bookings/BookingDialogs')).BookingDialogs);
const History = lazyPart(async () => (await import('../features/bookings/history/History')).History);
const ProfileForm = lazyPart(async () => (await import('../features/drivers/profile/ProfileForm')).ProfileForm);
const EarningsDialog = lazyPart(async () => (await import('../features/ledger/EarningsDialog')).EarningsDialog);
const Contacts = lazyPart(async () => (await import('../features/contacts/Contacts')).Contacts);

function Sections({ profile }: { profile: DriverProfile }) {
  const name = useSession((session) => session.user?.name ?? '');
  const { params, go } = useAddress();
  const hasEarnings = useHasBeenTrue(params.get('dialog') === 'earnings');
  const hasActive = useHasActiveBooking();
  const revision = useHistoryRevision();
  const tabs: Tab[] = [
    { id: 'available', label: t('tabs.available'), icon: IconBroadcast },
    { id: 'bookings', label: t('tabs.my_bookings'), icon: IconClipboardList, isActive: hasActive },
    { id: 'history', label: t('tabs.history'), icon: IconHistory },
    { id: 'profile', label: t('tabs.profile'), icon: IconId },
    { id: 'safety', label: t('tabs.safety'), icon: IconShieldCheck },
  ];
  const hasDialogs = useHasBeenTrue(params.has('booking'));
  const [tab, chooseTab] = useTab(tabs);
  useBookingsSync();
  usePresence();
  // On a phone the form fills the page, under its own title.
  const desktop = useDesktop();
  const inForm = tab === 'profile' && !desktop;
  return (
    <Shell
      title={t('shell.welcome', { name })}
      beside={<OnlineSwitch />}
      quietTitle={inForm}
      tabs={<Tabs tabs={tabs} current={tab} onChoose={chooseTab} />}
    >
      <ApproachSharing />
      <PinnedBooking side="driver" />
      <VerificationNote profile={profile} onChange={tab === 'profile' ? undefined : () => chooseTab('profile')} />
      {!inForm && <EarningsCards onDetails={() => go({ dialog: 'earnings' })} />}
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${tab}`}>
        {tab === 'available' && <DriverOffers />}
        {tab === 'bookings' && <MyBookings side="driver" />}
        {tab === 'history' && <History side="driver" revision={revision} />}
        {tab === 'profile' && <ProfileForm profile={profile} onSaved={upsertProfile} />}
        {tab === 'safety' && <Contacts />}
      </div>
      {hasDialogs && <BookingDialogs side="driver" onChanged={() => void loadEarnings()} />}
      {hasDialogs && <BookingMoney side="driver" />}
      <TripReplay />
      {hasEarnings && (
        <EarningsDialog
          opened={params.get('dialog') === 'earnings'}
          onClose={() => go({ dialog: null }, { replace: true })}
        />
      )}
    </Shell>
  );
}

/** A driver's page: a spinner while the profile loads, Driver Setup without one, else the dashboard. */
export function DriverDashboard() {
  const { profile, profileState } = useDriver();
  useEffect(() => {
    void loadProfile();
  }, []);
  if (profileState === 'loading') return <Waiting />;
  if (profileState === 'failed') {
    return (
      <Shell title={t('drivers.profile_failed')}>
        <LoadFailed onRetry={() => void loadProfile()} />
      </Shell>
    );
  }
  if (!profile) {
    return (
      <Shell title={t('drivers.setup_title')}>
        <ProfileForm profile={null} onSaved={upsertProfile} />
      </Shell>
    );
  }
  return <Sections profile={profile} />;
}
