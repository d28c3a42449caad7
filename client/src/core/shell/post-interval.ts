/** The interval at the speeds of a town, and until a speed is known; in ms. */
export const TOWN_MS = 2_000;
/** The interval on a highway, where the road hardly bends between two positions; in ms. */
export const HIGHWAY_MS = 5_000;

/** Metres a second (72 and 50 km/h). Between the two nothing changes: each change restarts the service. */
const HIGHWAY_FROM = 20;
const TOWN_BELOW = 14;

/**
 * How often the phone posts its position with the screen off (ms), by the last speed (metres a second; null or negative
 * if unknown) and the present interval. A stationary car has the interval of a town, because after a minute without a
 * position the customer reads that none arrives.
 */
export function postIntervalMs(speed: number | null, present: number): number {
  if (speed === null || speed < 0) return present;
  if (speed >= HIGHWAY_FROM) return HIGHWAY_MS;
  return speed < TOWN_BELOW ? TOWN_MS : present;
}
