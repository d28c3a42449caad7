import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { Group } from '@mantine/core';
import { IconBroadcast, IconClipboardList, IconHistory, IconId, IconShieldCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useAddress } from '../core/address-bar';
import { usePreferences } from '../core/preferences';
import { useDesktop, useWide } from '../core/screen';
import { useSession } from '../core/session';
import { t } from '../core/t';
import { useWakeLock } from '../core/use-wake-lock';
import { useBookingsSync } from '../features/bookings/bookings.sync';
import { PinnedBooking } from '../features/bookings/PinnedBooking';
import { ApproachSharing } from '../features/bookings/sharing/ApproachSharing';
import { useChosenSignal } from '../features/bookings/use-chosen-signal';
import { DriverSwitches } from '../features/drivers/DriverSwitches';
import { loadEarnings, loadProfile, upsertProfile, useDriver } from '../features/drivers/drivers.store';
import { EarningsCards } from '../features/drivers/EarningsCards';
import { OnlineSwitch } from '../features/drivers/OnlineSwitch';
import { VerificationNote } from '../features/drivers/profile/VerificationNote';
import { Today } from '../features/drivers/Today';
import { usePresence } from '../features/drivers/use-presence';
import { UNDO_MS } from '../features/rides/offers/delayed-quotes.store';
import { LoadFailed } from '../ui/LoadFailed';
import { OfflineReason } from '../ui/OnlineButton';
import { StageMap, StageProvider } from '../ui/stage/stage-map';
import { BookingMoney } from './BookingMoney';
import { BookingDialogs } from './booking-dialogs';
import { useHasActiveBooking, useHistoryRevision, useIsUnderWay } from './booking-signs';
import classes from './DriverDashboard.module.css';
import { lazyPart } from './lazy-part';
import { OpenOffers } from './OpenOffers';
import { Shell } from './Shell';
import { type Tab, Tabs } from './Tabs';
import { TripReplay } from './TripReplay';
import { useHasBeenTrue } from './use-ever';
import { useTab } from './use-tab';
import { Waiting } from './Waiting';

const MyBookings = lazyPart(async () => (await import('../features/bookings/MyBookings')).MyBookings);
const History = lazyPart(async () => (await import('../features/bookings/history/History')).History);
const ProfileForm = lazyPart(async () => (await import('../features/drivers/profile/ProfileForm')).ProfileForm);
const EarningsDialog = lazyPart(async () => (await import('../features/ledger/EarningsDialog')).EarningsDialog);
const Contacts = lazyPart(async () => (await import('../features/contacts/Contacts')).Contacts);

/** The width of the list beside its map. */
const PANEL_PX = 580;

/** Keeps the screen on while a ride is under way and, if the driver has chosen that, whenever the driver is online. */
function useScreenOn({ is_available }: DriverProfile): void {
  const isUnderWay = useIsUnderWay();
  const keepsAwake = usePreferences(({ keepAwake }) => keepAwake);
  useWakeLock(isUnderWay || (keepsAwake && is_available));
}

/** The online switch, and the day's earnings and rides. */
function OnlineLine() {
  return (
    <Group className={classes.online ?? ''} justify="space-between" gap="sm">
      <OnlineSwitch />
      <Today />
      <OfflineReason />
    </Group>
  );
}

const tabsOf = (hasActive: boolean): Tab[] => [
  { id: 'available', label: t('tabs.available'), icon: IconBroadcast },
  { id: 'bookings', label: t('tabs.my_bookings'), icon: IconClipboardList, isActive: hasActive },
  { id: 'history', label: t('tabs.history'), icon: IconHistory },
  { id: 'profile', label: t('tabs.profile'), icon: IconId },
  { id: 'safety', label: t('tabs.safety'), icon: IconShieldCheck },
];

/** The dialogs that the URL opens. */
function Dialogs() {
  const { params, go } = useAddress();
  const hasBooking = useHasBeenTrue(params.has('booking'));
  const showsEarnings = params.get('dialog') === 'earnings';
  const hasEarnings = useHasBeenTrue(showsEarnings);
  return (
    <>
      {hasBooking && <BookingDialogs side="driver" onChanged={() => void loadEarnings()} />}
      {hasBooking && <BookingMoney side="driver" />}
      <TripReplay />
      {hasEarnings && <EarningsDialog opened={showsEarnings} onClose={() => go({ dialog: null }, { replace: true })} />}
    </>
  );
}

function Sections({ profile }: { profile: DriverProfile }) {
  const name = useSession((session) => session.user?.name ?? '');
  const { go } = useAddress();
  const hasActive = useHasActiveBooking();
  const revision = useHistoryRevision();
  const tabs = tabsOf(hasActive);
  const [tab, chooseTab] = useTab(tabs);
  useBookingsSync();
  usePresence();
  useChosenSignal();
  useScreenOn(profile);
  // On a phone the profile form fills the page, under its own title.
  const desktop = useDesktop();
  const inForm = tab === 'profile' && !desktop;
  const hasMap = useWide() && tab === 'available';
  const [mapPlace, setMapPlace] = useState<HTMLElement | null>(null);
  const map = (
    <>
      <StageMap />
      {hasMap && <div ref={setMapPlace} className={classes.map} />}
    </>
  );
  return (
    <Shell
      title={t('shell.welcome', { name })}
      beside={<OnlineLine />}
      titleInBar
      account={<DriverSwitches undoSeconds={UNDO_MS / 1_000} />}
      map={map}
      panelWidth={hasMap ? PANEL_PX : undefined}
      tabs={<Tabs tabs={tabs} current={tab} onChoose={chooseTab} />}
      dialogs={<Dialogs />}
    >
      <ApproachSharing />
      {!desktop && !inForm && <OnlineLine />}
      <PinnedBooking side="driver" />
      <VerificationNote profile={profile} onChange={tab === 'profile' ? undefined : () => chooseTab('profile')} />
      {!inForm && <EarningsCards onDetails={() => go({ dialog: 'earnings' })} />}
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${tab}`}>
        <OpenOffers isShown={tab === 'available'} mapPlace={mapPlace} />
        {tab === 'bookings' && <MyBookings side="driver" />}
        {tab === 'history' && <History side="driver" revision={revision} />}
        {tab === 'profile' && <ProfileForm profile={profile} onSaved={upsertProfile} />}
        {tab === 'safety' && <Contacts />}
      </div>
    </Shell>
  );
}

/**
 * A driver's page: a spinner while the profile loads, an error if loading fails, Driver Setup if the driver has no
 * profile, else the dashboard.
 */
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
  return (
    <StageProvider>
      <Sections profile={profile} />
    </StageProvider>
  );
}
