import type { LiveDriver } from '@boli/shared/admin/admin.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { LIVE_QUIET_MS } from '@boli/shared/core/constants';
import { t } from '../../../core/t';
import type { ById } from '../../../core/versioned';
import type { MapDot } from '../../../ui/map/marker';
import type { LiveItem } from './feed';
import { readFleet } from './fleet';
import { useLiveBoard } from './live.store';

/** The kinds of dots, each with its own shape on the map. */
export const liveKinds = ['online', 'ride', 'quiet', 'request'] as const;
export type LiveKind = (typeof liveKinds)[number];
export type Shown = Readonly<Record<LiveKind, boolean>>;

const shapes = { online: 'disc', ride: 'square', quiet: 'ring' } as const;

/** The kind of a driver: `quiet` without a recent position, else `ride` with a passenger, else `online`. */
export function kindOf(driver: LiveDriver, bookings: ById<Booking>, now: number): Exclude<LiveKind, 'request'> {
  if (now - Date.parse(driver.seen_at) > LIVE_QUIET_MS) return 'quiet';
  return driver.booking_id && bookings[driver.booking_id]?.status === 'in_progress' ? 'ride' : 'online';
}

/** The dots of the shown kinds; a ride whose driver has no position is placed at its pickup. */
export function liveDots(shown: Shown, now: number): MapDot[] {
  const { rides, bookings } = useLiveBoard.getState();
  const dots: MapDot[] = [];
  const placed = new Set<string>();
  for (const driver of readFleet().values()) {
    const kind = kindOf(driver, bookings, now);
    if (driver.booking_id) placed.add(driver.booking_id);
    if (shown[kind])
      dots.push({ id: `driver ${driver.driver_id}`, lat: driver.lat, lng: driver.lng, shape: shapes[kind] });
  }
  if (shown.ride) {
    for (const { id, status, pickup_lat, pickup_lng } of Object.values(bookings)) {
      if (status === 'in_progress' && !placed.has(id))
        dots.push({ id: `booking ${id}`, lat: pickup_lat, lng: pickup_lng, shape: 'square' });
    }
  }
  if (!shown.request) return dots;
  for (const { id, pickup_lat, pickup_lng, quote_count: count } of Object.values(rides)) {
    const text = t('live.quotes', { count });
    dots.push({ id: `ride ${id}`, lat: pickup_lat, lng: pickup_lng, shape: 'bubble', text, pale: count === 0 });
  }
  return dots;
}

/** The ride request or booking of the dot with this id; null for a driver without a booking. */
export function itemOfDot(dot: string): LiveItem | null {
  const [kind, id = ''] = dot.split(' ');
  if (kind === 'ride' || kind === 'booking') return { kind, id };
  const booking = readFleet().get(id)?.booking_id;
  return booking ? { kind: 'booking', id: booking } : null;
}
