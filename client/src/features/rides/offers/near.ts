import { REQUEST_RADII_KM } from '@boli/shared/core/constants';
import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { Near, RideRequest } from '@boli/shared/rides/rides.schema';
import { useEffect, useState } from 'react';
import { refreshPosition, requestPosition, useDevicePosition } from '../../../core/device-position';
import { t } from '../../../core/t';
import { toast } from '../../../core/toast';

/** The radii around the driver to choose from, in kilometres; null for all requests. */
export const radii = [null, ...REQUEST_RADII_KM] as const;
type Radius = (typeof radii)[number];

const KEY = 'boli-radius';
/** A move shorter than this (km) does not change the circle: the position of a device at rest drifts. */
const STEP_KM = 0.3;

function readRadius(): Radius {
  try {
    return radii.find((radius) => String(radius) === localStorage.getItem(KEY)) ?? null;
  } catch {
    return null;
  }
}

function saveRadius(radius: Radius): void {
  try {
    if (radius === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(radius));
  } catch {
    // Without storage the radius lasts until a reload.
  }
}

/** Whether a request's pickup is in the circle; always true without a circle. */
export function isNear(near: Near | null, ride: Pick<RideRequest, 'pickup_lat' | 'pickup_lng'>): boolean {
  return near === null || distanceKm(near, { lat: ride.pickup_lat, lng: ride.pickup_lng }) <= near.radius_km;
}

/** The position, updated only after moves of more than `STEP_KM`. */
function useSteady(place: Point | null): Point | null {
  const [steady, setSteady] = useState(place);
  const isStep = place !== null && (steady === null || distanceKm(steady, place) > STEP_KM);
  if (isStep) setSteady(place);
  return place && (isStep ? place : steady);
}

export interface NearFilter {
  /** The chosen radius; null without a position. */
  radius: Radius;
  near: Near | null;
  place: Point | null;
  /**
   * Sets the radius. Any radius but null needs the position, which is read if it is unknown; if that fails, a toast says
   * so and nothing changes.
   */
  choose: (radius: Radius) => void | Promise<void>;
}

/** The circle that narrows a driver's list of requests. Its radius is stored on this device. */
export function useNear(): NearFilter {
  const [wanted, setWanted] = useState(readRadius);
  const known = useDevicePosition((own) => own.place);
  const place = useSteady(known);
  useEffect(() => void refreshPosition(), []);
  const radius = place ? wanted : null;
  const choose = (chosen: Radius) => {
    const apply = () => {
      setWanted(chosen);
      saveRadius(chosen);
    };
    if (chosen === null || place) return apply();
    return requestPosition().then(apply, () => {
      toast.error(t('geo.not_available'));
    });
  };
  return { radius, near: place && radius !== null ? { ...place, radius_km: radius } : null, place, choose };
}
