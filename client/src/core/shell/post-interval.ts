/** At a speed of towns, and while the speed is unknown; in ms. */
export const TOWN_MS = 2_000;
/** On a highway: the road hardly bends between two positions; in ms. */
export const HIGHWAY_MS = 5_000;

/** Metres a second (72 and 50 km/h). Between the two nothing changes: each change restarts the service. */
const HIGHWAY_FROM = 20;
const TOWN_BELOW = 14;

/**
 * How often the phone posts its position with the screen off (ms), by the last speed (metres a second; null or negative
 * if unknown) and the present interval. A car that stands posts as in a town: the customer is told after a minute without
 * a position that the driver is silent.
 */
export function postIntervalMs(speed: number | null, present: number): number {
  if (speed === null || speed < 0) return present;
  if (speed >= HIGHWAY_FROM) return HIGHWAY_MS;
  return speed < TOWN_BELOW ? TOWN_MS : present;
}
