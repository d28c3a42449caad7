import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { Near, RideRequest } from '@boli/shared/rides/rides.schema';
import { useEffect, useState } from 'react';
import { askPlace, renewPlace, useOwnPlace } from '../../../core/own-place';
import { t } from '../../../core/t';
import { toast } from '../../../core/toast';

/** Kilometres around the driver; null for all requests. */
export const radii = [null, 5, 10, 25] as const;
type Radius = (typeof radii)[number];

const KEY = 'boli-radius';
/** A shorter way does not make another circle: a device at rest wanders about, too. */
const STEP_KM = 0.3;

function readRadius(): Radius {
  try {
    return radii.find((radius) => String(radius) === localStorage.getItem(KEY)) ?? null;
  } catch {
    return null;
  }
}

function keepRadius(radius: Radius): void {
  try {
    if (radius === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(radius));
  } catch {
    // Only not remembered.
  }
}

/** Whether a request's pickup is in the circle; everything is without one. */
export function isNear(near: Near | null, ride: Pick<RideRequest, 'pickup_lat' | 'pickup_lng'>): boolean {
  return near === null || distanceKm(near, { lat: ride.pickup_lat, lng: ride.pickup_lng }) <= near.radius_km;
}

/** The place, but for wandering about. */
function useSteady(place: Point | null): Point | null {
  const [steady, setSteady] = useState(place);
  const isStep = place !== null && (steady === null || distanceKm(steady, place) > STEP_KM);
  if (isStep) setSteady(place);
  return place && (isStep ? place : steady);
}

export interface NearFilter {
  /** What is chosen and can be had: without a place there is no circle. */
  radius: Radius;
  near: Near | null;
  place: Point | null;
  /** Asks the device where it is first, where that is not known; what it refuses is told and not taken. */
  choose: (radius: Radius) => void | Promise<void>;
}

/** The circle in which a driver looks for requests; remembered on this device. */
export function useNear(): NearFilter {
  const [wanted, setWanted] = useState(readRadius);
  const known = useOwnPlace((own) => own.place);
  const place = useSteady(known);
  useEffect(() => void renewPlace(), []);
  const radius = place ? wanted : null;
  const choose = (chosen: Radius) => {
    const take = () => {
      setWanted(chosen);
      keepRadius(chosen);
    };
    if (chosen === null || place) return take();
    return askPlace().then(take, () => {
      toast.error(t('geo.not_available'));
    });
  };
  return { radius, near: place && radius !== null ? { ...place, radius_km: radius } : null, place, choose };
}
