import { estimatedRoadKm, estimatedRoadSeconds } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { RoadSource } from '@boli/shared/geo/geo.schema';
import { shownKm } from '@boli/shared/geo/shown-km';
import { shownMinutes } from '@boli/shared/geo/shown-minutes';
import { type NetEarnings, netEarnings, type ShownWay } from '@boli/shared/pricing/net-earnings';
import { ruleInPaise } from '@boli/shared/pricing/pricing.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { useFeeRule } from '../../../core/fee-rule';
import { useOwnCost } from '../../../core/own-cost';
import type { OpenRide } from '../open-rides.store';
import { type PickupWay, usePickupWay } from './pickup-way';

/** A way as it is shown, with the source of its figures. */
export interface SourcedWay extends ShownWay {
  source: RoadSource;
}

/** What remains of a price, with everything from which it is computed. */
export interface RideEarnings {
  price: number;
  toPickup: SourcedWay | null;
  trip: SourcedWay;
  costPerKm: number | null;
  sum: NetEarnings;
  isEstimate: boolean;
}

function shown({ km, minutes, source }: PickupWay): SourcedWay | null {
  if (km === null) return null;
  return { km: shownKm({ distance_km: km, source }), minutes: shownMinutes(minutes * 60, source), source };
}

function tripOf({ road, ...ride }: RideRequest): SourcedWay {
  if (road) {
    const source = road.source;
    return { km: shownKm(road), minutes: shownMinutes(road.duration_min * 60, source), source };
  }
  const ends = [
    { lat: ride.pickup_lat, lng: ride.pickup_lng },
    { lat: ride.drop_lat, lng: ride.drop_lng },
  ] as const;
  const km = estimatedRoadKm(...ends);
  return {
    km: shownKm({ distance_km: km, source: 'estimate' }),
    minutes: shownMinutes(estimatedRoadSeconds(km), 'estimate'),
    source: 'estimate',
  };
}

const isEstimated = ({ source }: SourcedWay) => source === 'estimate';

/**
 * What remains of a price (rupees) for the signed-in driver after the fee and the driver's own cost. It is computed
 * from the kilometres and minutes that the screen shows. Null until the fee rule is known.
 */
export function useRideEarnings(ride: OpenRide, place: Point | null, price: number): RideEarnings | null {
  const rule = useFeeRule();
  const costPerKm = useOwnCost(({ perKm }) => perKm);
  const way = usePickupWay(ride, place);
  if (!rule) return null;
  const toPickup = way && shown(way);
  const trip = tripOf(ride);
  const sum = netEarnings({
    price,
    rule: ruleInPaise(rule),
    cost_per_km: costPerKm ?? 0,
    to_pickup: toPickup,
    trip,
  });
  return {
    price,
    toPickup,
    trip,
    costPerKm,
    sum,
    isEstimate: [trip, ...(toPickup ? [toPickup] : [])].some(isEstimated),
  };
}
