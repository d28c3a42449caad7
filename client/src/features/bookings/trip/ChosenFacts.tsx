import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { estimatedRoadKm, estimatedRoadSeconds } from '@boli/shared/core/distance';
import { Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { refreshPosition, useDevicePosition } from '../../../core/device-position';
import { kmText, toPickupText } from '../../../core/road';
import { t } from '../../../core/t';
import { useNow } from '../../../core/time';
import { formatWholeMoney } from '../../../ui/map/marker-price';

/** How long the quote's minutes to the pickup are shown after the booking, in ms: a moving driver makes them wrong. */
const MINUTES_HOLD_MS = 3 * 60_000;
const CHECK_EVERY_MS = 10_000;

/** The minutes to the pickup as the chosen quote gave them; null if they are not known or are outdated. */
function minutesToPickup({ quote, created_at }: Booking, now: number): string | null {
  const { pickup_eta_min: minutes, eta_source: source } = quote;
  if (minutes === null || source === null || now - Date.parse(created_at) > MINUTES_HOLD_MS) return null;
  return toPickupText(minutes, source);
}

/**
 * The way to the pickup. Both figures are estimated from this device's last known position: the minutes of the quote
 * were computed from an older position, and would contradict the kilometres. If the position is unknown, this is the
 * minutes of the quote alone, or null if these are unknown or outdated.
 */
function useWayToPickup(booking: Booking, now: number): string | null {
  const { pickup_lat: lat, pickup_lng: lng } = booking;
  const place = useDevicePosition((device) => device.place);
  useEffect(() => void refreshPosition(), []);
  if (!place) return minutesToPickup(booking, now);
  const km = estimatedRoadKm(place, { lat, lng });
  const minutes = toPickupText(estimatedRoadSeconds(km) / 60, 'estimate');
  return `${minutes} · ${kmText({ distance_km: km, source: 'estimate' })}`;
}

/** What the driver earns per kilometre of the ride, after the fee; null if that is not known. */
function perKmText({ driver_fare: fare, road, distance_km }: Booking): string | null {
  const km = road?.distance_km ?? distance_km;
  if (!fare || km <= 0) return null;
  return t('trip.per_km', { price: formatWholeMoney(Math.round(fare.driver_earnings / km)) });
}

/**
 * The facts by which a chosen driver decides whether to accept: the way to the pickup, and the earnings per kilometre
 * of the ride.
 */
export function ChosenFacts({ booking }: { booking: Booking }) {
  const way = useWayToPickup(booking, useNow(CHECK_EVERY_MS));
  const perKm = perKmText(booking);
  return (
    <Group gap="md" fw="var(--mantine-font-weight-medium)">
      {way && <Text inherit>{way}</Text>}
      {perKm && <Text inherit>{perKm}</Text>}
    </Group>
  );
}
