import { distanceKm } from '../core/distance';
import { labelKey, type RecentPlace } from './places.schema';

/**
 * Kilometres. Points within this distance are one place: they differ by the inaccuracy of a position, or are two
 * entrances.
 */
const SAME_PLACE_KM = 0.03;

/** Whether two rows of a list are the same place for a person: the same text, or nearly the same point. */
export function isSamePlace(one: RecentPlace, other: RecentPlace): boolean {
  return labelKey(one.address) === labelKey(other.address) || distanceKm(one, other) <= SAME_PLACE_KM;
}
