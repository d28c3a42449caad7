import { BoundedMap } from '@boli/shared/core/bounded-map';
import { LIVE_QUIET_MS } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';
import { type DriversNear, MOST_DRIVERS_NEAR } from '@boli/shared/drivers/drivers.schema';
import { clock } from '../core/clock';
import { offeringStatuses } from './drivers.policy';
import { profiles } from './drivers.repository';
import { AROUND_KM, cellOf, cellsAround } from './position-cell';

/** For how long a count is reused (ms). */
const HOLDS_MS = 30_000;
const MAX_CELLS = 2_000;

interface Count {
  /** When it expires, in epoch milliseconds. */
  until: number;
  count: Promise<number>;
}

const counts = new BoundedMap<string, Count>(MAX_CELLS);

/**
 * How many drivers are online in the neighbourhood of a point, at most `MOST_DRIVERS_NEAR`. The point and the positions
 * of the drivers count only by their cells, so that moving the point never locates a driver more precisely than by a
 * cell.
 */
export async function driversNear(point: Point): Promise<DriversNear> {
  return { count: await countAround(cellOf(point)), radius_km: AROUND_KM };
}

/** The count in a cell and the cells around it; calls within 30 s share one query. */
function countAround(cell: string): Promise<number> {
  const now = clock.millis();
  const known = counts.get(cell);
  if (known && known.until > now) return known.count;
  const count = profiles.countOnline({
    cells: cellsAround(cell),
    statuses: offeringStatuses(),
    since: new Date(now - LIVE_QUIET_MS),
    most: MOST_DRIVERS_NEAR,
  });
  counts.set(cell, { until: now + HOLDS_MS, count });
  count.catch(() => {
    if (counts.get(cell)?.count === count) counts.delete(cell);
  });
  return count;
}
