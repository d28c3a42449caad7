import type { Point } from '@boli/shared/core/fields';
import type { Reference } from '@boli/shared/fares/fares.schema';
import type { MiddleHalf } from '@boli/shared/market/market.schema';
import { useMemo } from 'react';
import { kmText, roadText, wayPoints } from '../../core/road';
import { bodyOf, type RideDraft } from './ride-draft';
import { useRoute } from './use-route';

interface RideWay {
  /** The line along the road if known, else straight; empty until pickup and drop are chosen. */
  line: Point[];
  /** The encoded line along the road; null if it is not known. */
  shape: string | null;
  /** "7.3 km · 18 min"; null while it is not known. */
  figures: string | null;
  /** Whether the figures come from the straight line. */
  isEstimate: boolean;
  /** The usual price at the hour of the ride; null while the way or the hour is not known, and without a tariff. */
  reference: Reference | null;
  /** Whether there is a usual price, but not yet for the hour of the ride. */
  isUntimed: boolean;
  /** The middle half of the accepted prices; null with fewer than 30, and while the way or the hour is not known. */
  half: MiddleHalf | null;
}

/**
 * The way from pickup to drop of a draft. With `hasRoads`, the way is requested again, at most twice, if the answer is
 * an estimate or the request fails.
 */
export function useRideWay(draft: RideDraft, hasRoads: boolean): RideWay {
  const [from, to] = [draft.pickup.point, draft.drop.point];
  const at = bodyOf(draft).scheduled_time ?? null;
  const found = useRoute({ from, to, at }, hasRoads);
  const shape = found?.route.shape ?? null;
  const line = useMemo(() => (from && to ? wayPoints(shape, from, to) : []), [shape, from, to]);
  // The traffic of this moment is no help for a scheduled ride whose time is not chosen yet.
  const isTimed = found?.at === at && (at !== null || !draft.later);
  return {
    line,
    shape,
    figures: found && (isTimed ? roadText : kmText)(found.route),
    isEstimate: found?.route.source === 'estimate',
    reference: isTimed ? found.route.reference : null,
    isUntimed: !isTimed && Boolean(found?.route.reference),
    half: isTimed ? found.route.middle_half : null,
  };
}
