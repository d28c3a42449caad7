import { ZOOM_NEAR } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';
import { Button } from '@mantine/core';
import { IconCurrentLocation, IconMap2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { refreshPosition, useDevicePosition } from '../core/device-position';
import { locate } from '../core/locate';
import { useSearchCenter } from '../core/near';
import { savesData } from '../core/network';
import { useDesktop } from '../core/screen';
import { t } from '../core/t';
import { useNow } from '../core/time';
import { activeBooking, useBookings } from '../features/bookings/bookings.store';
import { useTripMap } from '../features/bookings/trip/use-trip-map';
import { DUE_CHECK_EVERY_MS, isUnderWay } from '../features/bookings/words';
import { meMarker } from '../ui/map/me-marker';
import { type StageView, useStageMap } from '../ui/stage/stage-map';
import classes from './CustomerHome.module.css';
import { HomeContent } from './HomeContent';
import { HomeFrame, PEEK } from './HomeFrame';

const mapAround = (center: Point, me: Point | null): StageView => ({
  center,
  zoom: ZOOM_NEAR,
  markers: me ? [meMarker(me)] : [],
  label: t('home.map'),
  // If the position is not known, the button Use my location asks for it.
  ...(me && { onLocate: locate }),
});

/**
 * The map of the ride whose driver is on the way, as Booking Details shows it; null without such a ride. The line above
 * the search (`BookingStrip`) keeps the driver's position in sync.
 */
function useRideUnderWay(): StageView | null {
  const now = useNow(DUE_CHECK_EVERY_MS);
  const booking = useBookings(({ byId }) => activeBooking(byId, now));
  const shown = booking && isUnderWay(booking) ? booking : undefined;
  const map = useTripMap({ booking: shown, side: 'customer', shape: null, hasPill: false });
  return shown ? { ...map, label: t('home.map'), subject: shown.id } : null;
}

/**
 * The map of the home screen and its button. With data saving or a slow network the button is Show the map until it is
 * pressed. After that, and otherwise, it is Use my location, unless the position is known or a driver is on the way.
 */
function useHomeMap() {
  const me = useDevicePosition(({ place }) => place);
  const [isWanted, setWanted] = useState(() => !savesData());
  useEffect(() => void refreshPosition(), []);
  const center = useSearchCenter();
  const ride = useRideUnderWay();
  const chip = (label: 'home.show_map' | 'home.use_location', Sign: typeof IconMap2, onClick: () => void) => (
    <Button
      className={classes.chip ?? ''}
      variant="default"
      size="sm"
      leftSection={<Sign size={20} stroke={1.75} aria-hidden />}
      onClick={onClick}
    >
      {t(label)}
    </Button>
  );
  const button = isWanted
    ? me === null && !ride && chip('home.use_location', IconCurrentLocation, () => void locate())
    : chip('home.show_map', IconMap2, () => setWanted(true));
  return { view: isWanted ? (ride ?? mapAround(center, me)) : null, button };
}

interface HomeProps {
  /** The index of the height at which a phone's sheet rests. */
  snap: number;
  onSnap: (snap: number) => void;
}

/** On a phone: the map with the sheet over it. */
function HomeStage({ snap, onSnap }: HomeProps) {
  const { view, button } = useHomeMap();
  return (
    <HomeFrame map={view} corner={button} snap={snap} onSnap={onSnap}>
      <HomeContent isPeek={snap === PEEK} />
    </HomeFrame>
  );
}

/** On a wide screen: the same content in a panel beside the map. */
function HomePanel() {
  const { view, button } = useHomeMap();
  useStageMap(view);
  return (
    <>
      <HomeContent isPeek={false} />
      {button && <div className={classes.onMap}>{button}</div>}
    </>
  );
}

/** My Rides: the search for a drop, the active booking or the quotes, and the customer's requests, with a map. */
export function CustomerHome(props: HomeProps) {
  return useDesktop() ? <HomePanel /> : <HomeStage {...props} />;
}
