import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { IconHeart, IconHistory, IconMapPin2, IconShieldCheck, IconSteeringWheel } from '@tabler/icons-react';
import { useAddress } from '../core/address-bar';
import { useDesktop } from '../core/screen';
import { useSession } from '../core/session';
import { t } from '../core/t';
import { useBookingsSync } from '../features/bookings/bookings.sync';
import { PinnedBooking } from '../features/bookings/PinnedBooking';
import type { Ends } from '../features/bookings/trip/NextStep';
import { FavoriteHeart } from '../features/favorites/FavoriteHeart';
import { endsOf, prefillRide } from '../features/rides/prefill';
import { useRides } from '../features/rides/rides.store';
import { StageMap, StageProvider } from '../ui/stage/stage-map';
import { BookingMoney } from './BookingMoney';
import { BookingDialogs } from './booking-dialogs';
import { useHasActiveBooking, useHistoryRevision } from './booking-signs';
import { HomeWaiting } from './HomeFrame';
import { lazyPart } from './lazy-part';
import { QuotesLeft } from './QuotesLeft';
import { Shell } from './Shell';
import { type Tab, Tabs } from './Tabs';
import { TripReplay } from './TripReplay';
import { useHasBeenTrue } from './use-ever';
import { useTab } from './use-tab';

export { applyEarlyRows } from './early-rows';

/** The tab that is open at first. */
export const CustomerRides = lazyPart(async () => (await import('./CustomerRides')).CustomerRides, {
  waiting: <HomeWaiting />,
});
const CustomerBookings = lazyPart(async () => (await import('./CustomerBookings')).CustomerBookings);
const History = lazyPart(async () => (await import('../features/bookings/history/History')).History);
const CustomerFavorites = lazyPart(async () => (await import('./CustomerFavorites')).CustomerFavorites);
const CreateRide = lazyPart(async () => (await import('../features/rides/CreateRide')).CreateRide, { waiting: null });
const Contacts = lazyPart(async () => (await import('../features/contacts/Contacts')).Contacts);

/** A driver can be added to the favorites after the ride. */
const heart = ({ status, driver_id, driver_name }: Booking) =>
  status === 'completed' && <FavoriteHeart driverId={driver_id} driverName={driver_name} size={44} />;

const quotesLeft = (booking: Booking, ride: RideRequest | null) => <QuotesLeft booking={booking} ride={ride} />;

/** Wide enough for quotes that are one row each, so that a desktop shows six without scrolling. */
const QUOTES_PANEL_PX = 690;
const HOME_PANEL_PX = 440;

const tabsOf = (hasActive: boolean): Tab[] => [
  { id: 'rides', label: t('tabs.my_rides'), icon: IconMapPin2 },
  { id: 'bookings', label: t('tabs.active_bookings'), icon: IconSteeringWheel, isActive: hasActive },
  { id: 'history', label: t('tabs.history'), icon: IconHistory },
  { id: 'favorites', label: t('tabs.favorites'), icon: IconHeart },
  { id: 'safety', label: t('tabs.safety'), icon: IconShieldCheck },
];

/** The dialogs that the URL opens. */
function Dialogs() {
  const { params, go } = useAddress();
  const hasBooking = useHasBeenTrue(params.has('booking'));
  const hasCreate = useHasBeenTrue(params.get('dialog') === 'create-ride');
  const post = (ends: Ends) => {
    prefillRide({ ...endsOf(ends), asked: '' });
    go({ tab: null, ride: null, booking: null, quote: null, dialog: 'create-ride' });
  };
  return (
    <>
      {hasCreate && <CreateRide />}
      {hasBooking && <BookingDialogs side="customer" heart={heart} quotesLeft={quotesLeft} onPost={post} />}
      {hasBooking && <BookingMoney side="customer" />}
      <TripReplay />
    </>
  );
}

function Dashboard() {
  const name = useSession((session) => session.user?.name ?? '');
  const { params } = useAddress();
  const desktop = useDesktop();
  const hasActive = useHasActiveBooking();
  const revision = useHistoryRevision();
  const tabs = tabsOf(hasActive);
  const [tab, chooseTab] = useTab(tabs);
  useBookingsSync();
  const inQuotes = tab === 'rides' && params.has('ride');
  // Until the request is loaded, the page keeps its header and tabs.
  const isRead = useRides(({ byId }) => byId[params.get('ride') ?? ''] !== undefined);
  const isHome = tab === 'rides' && !inQuotes;
  const hasMap = isHome || (inQuotes && isRead);
  const onStage = hasMap && !desktop;
  return (
    <Shell
      title={isHome && onStage ? undefined : t('shell.welcome', { name })}
      subtitle={t('shell.customer_subtitle')}
      quietTitle={inQuotes}
      onStage={onStage}
      keepsTabs={isHome}
      map={<StageMap />}
      panelWidth={hasMap ? (isHome ? HOME_PANEL_PX : QUOTES_PANEL_PX) : undefined}
      tabs={<Tabs tabs={tabs} current={tab} onChoose={chooseTab} />}
      dialogs={<Dialogs />}
    >
      <PinnedBooking side="customer" hidden={onStage || isHome} />
      <div
        role="tabpanel"
        id="panel"
        {...(onStage && !isHome ? { 'aria-label': t('tabs.my_rides') } : { 'aria-labelledby': `tab-${tab}` })}
      >
        {tab === 'rides' && <CustomerRides />}
        {tab === 'bookings' && <CustomerBookings />}
        {tab === 'history' && <History side="customer" revision={revision} />}
        {tab === 'favorites' && <CustomerFavorites />}
        {tab === 'safety' && <Contacts />}
      </div>
    </Shell>
  );
}

/**
 * A customer's dashboard: five tabs, and one map for the screens of a ride. `PinnedBooking` shows the active booking
 * above those tabs that do not show it themselves.
 */
export function CustomerDashboard() {
  return (
    <StageProvider>
      <Dashboard />
    </StageProvider>
  );
}
