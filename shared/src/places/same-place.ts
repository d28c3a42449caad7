import { distanceKm } from '../core/distance';
import { labelKey, type RecentPlace } from './places.schema';

/** Points this near to each other are one place: the noise of a position, or two entrances. */
const SAME_PLACE_KM = 0.03;

/** Whether a person would take them for one place in a list: the same words, or nearly the same point. */
export function isSamePlace(one: RecentPlace, other: RecentPlace): boolean {
  return labelKey(one.address) === labelKey(other.address) || distanceKm(one, other) <= SAME_PLACE_KM;
}
