import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { useState } from 'react';
import { type Change, lookUpOpeningPickup } from './name-place';
import type { Place } from './ride-draft';
import { useOpeningPosition } from './use-opening-position';

/** A pickup farther than this (km) counts as away from the device; the inaccuracy of a position is smaller. */
const AWAY_KM = 0.2;

interface OpeningPickup {
  opened: boolean;
  pickup: Place;
  /** Whether the user is choosing the pickup right now. */
  isChoosing: boolean;
  start: () => AbortSignal;
  change: Change;
  /** Called with the device's position before the pickup is set. */
  onFound: (at: Point) => void;
}

/**
 * Sets the pickup to the device's position when the form opens, if the pickup is empty or was set in this way when the
 * form was opened before. A pickup that was filled in stays; `isKept` says that it is away from the device. `fill` sets
 * the pickup to a position.
 */
export function useOpeningPickup({ opened, pickup, isChoosing, start, change, onFound }: OpeningPickup) {
  const [kept, setKept] = useState<Point | null>(null);
  const fill = (at: Point) => void lookUpOpeningPickup({ point: at, signal: start(), change });
  useOpeningPosition(opened, (at) => {
    onFound(at);
    const { point, text, isAuto } = pickup;
    setKept(point && !isAuto && distanceKm(at, point) > AWAY_KM ? point : null);
    if (!isChoosing && (isAuto || (!point && text.trim() === ''))) fill(at);
  });
  return { isKept: kept !== null && pickup.point === kept, fill };
}
