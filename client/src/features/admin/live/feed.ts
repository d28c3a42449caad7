import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { BookingStatus } from '@boli/shared/bookings/bookings.state';
import type { MessageKey, MessageParams } from '@boli/shared/core/messages';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { formatMoney } from '../../../core/money';
import { shortId } from '../../../core/short-id';
import { t } from '../../../core/t';

/** The ride request or booking that a press on an entry opens. */
export interface LiveItem {
  kind: 'ride' | 'booking';
  id: string;
}

export type FeedSign = 'request' | 'quotes' | 'offline' | 'online' | 'expired' | BookingStatus;

/** One event of the feed. The same event has the same key, whether a push or a snapshot reported it. */
export interface FeedEntry {
  key: string;
  /** Epoch milliseconds. */
  at: number;
  sign: FeedSign;
  title: MessageKey;
  params: MessageParams;
  detail: string;
  item: LiveItem | null;
}

const MAX_ENTRIES = 60;

const routeOf = ({ pickup_location, drop_location }: Pick<RideRequest, 'pickup_location' | 'drop_location'>) =>
  t('live.route', { pickup: pickup_location, drop: drop_location });

/**
 * The entries of a ride request that is open, cancelled or expired; none for a booked one. `quoted` is the number of
 * quotes known before: a higher count adds an entry. `now` is in epoch milliseconds.
 */
export function rideEntries(ride: RideRequest, { quoted, now }: { quoted: number; now: number }): FeedEntry[] {
  const { id, status, quote_count: count } = ride;
  const params = { name: ride.customer_name, count };
  const about = { params, detail: routeOf(ride), item: { kind: 'ride', id } as const };
  switch (status) {
    case 'open': {
      const at = Date.parse(ride.created_at);
      const posted: FeedEntry = { ...about, key: id, at, sign: 'request', title: 'live.feed_request' };
      if (count <= quoted) return [posted];
      return [posted, { ...about, key: `${id} ${count}`, at: now, sign: 'quotes', title: 'live.feed_quotes' }];
    }
    case 'cancelled':
      return [{ ...about, key: `${id} ${status}`, at: now, sign: 'cancelled', title: 'live.feed_request_cancelled' }];
    case 'expired':
      return [{ ...about, key: `${id} ${status}`, at: now, sign: 'expired', title: 'live.feed_request_expired' }];
    default:
      return [];
  }
}

const endedBy = { customer: 'live.by_customer', driver: 'live.by_driver', system: 'live.by_system' } as const;

function detailOf(booking: Booking): string {
  switch (booking.status) {
    case 'in_progress':
      return routeOf(booking);
    case 'completed':
      return t('live.detail_fee', { amount: formatMoney(booking.total_price), fee: formatMoney(booking.platform_fee) });
    case 'cancelled': {
      const first = booking.cancelled_by ? t(endedBy[booking.cancelled_by]) : booking.driver_name;
      return booking.cancellation_reason
        ? t('live.detail_pair', { first, second: booking.cancellation_reason })
        : first;
    }
    default:
      return t('live.detail_pair', { first: booking.driver_name, second: formatMoney(booking.total_price) });
  }
}

/** The entry of a booking's current status. */
export function bookingEntry(booking: Booking): FeedEntry {
  const { id, status, created_at, accepted_at, started_at, completed_at, cancelled_at } = booking;
  const times: Record<BookingStatus, string | null> = {
    pending: created_at,
    accepted: accepted_at,
    in_progress: started_at,
    completed: completed_at,
    cancelled: cancelled_at,
    rejected: cancelled_at,
  };
  return {
    key: `${id} ${status}`,
    at: Date.parse(times[status] ?? created_at),
    sign: status,
    title: `live.feed_${status}`,
    params: { id: shortId(id), name: booking.customer_name, driver: booking.driver_name },
    detail: detailOf(booking),
    item: { kind: 'booking', id },
  };
}

/** The entry of a driver who went online or offline. */
export function driverEntry(driver: { driver_id: string; name: string }, isOnline: boolean, now: number): FeedEntry {
  return {
    key: `${driver.driver_id} ${isOnline} ${now}`,
    at: now,
    sign: isOnline ? 'online' : 'offline',
    title: isOnline ? 'live.feed_online' : 'live.feed_offline',
    params: { name: driver.name },
    detail: '',
    item: null,
  };
}

/** The feed with these entries, newest first, without duplicates; the same object when nothing is new. */
export function mergeFeed(feed: readonly FeedEntry[], entries: readonly FeedEntry[]): readonly FeedEntry[] {
  const known = new Set(feed.map((entry) => entry.key));
  const fresh = entries.filter((entry) => !known.has(entry.key));
  if (fresh.length === 0) return feed;
  return [...fresh, ...feed].sort((a, b) => b.at - a.at).slice(0, MAX_ENTRIES);
}
