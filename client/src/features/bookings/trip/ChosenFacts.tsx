import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { estimatedRoadKm } from '@boli/shared/core/distance';
import { Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { refreshPosition, useDevicePosition } from '../../../core/device-position';
import { kmText, toPickupText } from '../../../core/road';
import { t } from '../../../core/t';
import { useNow } from '../../../core/time';
import { formatWholeMoney } from '../../../ui/map/marker-price';

/** How long the minutes to the pickup are shown after the booking, in ms: a moving driver makes them wrong. */
const MINUTES_HOLD_MS = 3 * 60_000;
const LOOK_MS = 10_000;

/** The minutes to the pickup as the chosen quote gave them; null if they are not known or are outdated. */
function minutesToPickup({ quote, created_at }: Booking, now: number): string | null {
  const { pickup_eta_min: minutes, eta_source: source } = quote;
  if (minutes === null || source === null || now - Date.parse(created_at) > MINUTES_HOLD_MS) return null;
  return toPickupText(minutes, source);
}

/** The kilometres to the pickup, estimated from this device's last known position; null without one. */
function useKmToPickup({ pickup_lat: lat, pickup_lng: lng }: Booking): string | null {
  const place = useDevicePosition((device) => device.place);
  useEffect(() => void refreshPosition(), []);
  return place && kmText({ distance_km: estimatedRoadKm(place, { lat, lng }), source: 'estimate' });
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
  const now = useNow(LOOK_MS);
  const minutes = minutesToPickup(booking, now);
  const km = useKmToPickup(booking);
  const way = minutes ? [minutes, km].filter(Boolean).join(' · ') : km && t('bookings.way_to_pickup', { way: km });
  const perKm = perKmText(booking);
  return (
    <Group gap="md" fw="var(--mantine-font-weight-medium)">
      {way && <Text inherit>{way}</Text>}
      {perKm && <Text inherit>{perKm}</Text>}
    </Group>
  );
}
