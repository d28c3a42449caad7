import type { Live, LiveCounts, LiveDriver, LiveUpdate } from '@boli/shared/admin/admin.schema';
import { presentBooking } from '../bookings/bookings.presenter';
import type { Reader } from '../core/language';
import { presentRide } from '../rides/rides.presenter';
import type { DriverParts, LiveParts, readChanges } from './live.service';

/** Presents the whole live board for one admin. */
export function presentLive(
  { rides, bookings, context, drivers }: LiveParts,
  counts: LiveCounts,
  reader: Reader,
): Live {
  return {
    ride_requests: rides.map(presentRide),
    bookings: bookings.map((booking) => presentBooking(booking, reader, context)),
    drivers: drivers.flatMap((driver) => presentDriver(driver, { context, reader }) ?? []),
    counts,
  };
}

/** Presents the changed rows of the live board. A driver without a known position has no row. */
export function presentChanges(
  changes: Awaited<ReturnType<typeof readChanges>>,
  counts: LiveCounts,
  reader: Reader,
): LiveUpdate {
  const live = presentLive(changes, counts, reader);
  const { gone } = changes;
  const placeless = changes.drivers
    .map((driver) => driver.driverId)
    .filter((id) => !live.drivers.some((row) => row.driver_id === id));
  return {
    ...live,
    removed: { ride_requests: gone.rides, bookings: gone.bookings, drivers: [...gone.drivers, ...placeless] },
  };
}

/** Presents a driver at the last known position: the stored position, or the booking's if that is newer. */
function presentDriver(
  driver: DriverParts,
  { context, reader }: Pick<LiveParts, 'context'> & { reader: Reader },
): LiveDriver | null {
  const { driverId, name, isAvailable, booking } = driver;
  const stored = driver.place && { ...driver.place, at: driver.place.at.toISOString() };
  const driven = booking && drivenPlace(presentBooking(booking, reader, context));
  const place = driven && (!stored || driven.at >= stored.at) ? driven : stored;
  if (!place) return null;
  return {
    driver_id: driverId,
    name,
    lat: place.lat,
    lng: place.lng,
    is_available: isAvailable,
    booking_id: booking?._id ?? null,
    seen_at: place.at,
  };
}

function drivenPlace({ driver_lat, driver_lng, driver_location_at }: ReturnType<typeof presentBooking>) {
  if (driver_lat === null || driver_lng === null || driver_location_at === null) return null;
  return { lat: driver_lat, lng: driver_lng, at: driver_location_at };
}
