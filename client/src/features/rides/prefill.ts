import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { createUserStore } from '../../core/mirror';
import type { End, Place } from './ride-draft';

type Prefill = Partial<Record<End, Place>>;

/** The fields of a ride request or booking about its pickup and drop. */
type RideEnds = Pick<
  RideRequest,
  'pickup_location' | 'pickup_lat' | 'pickup_lng' | 'drop_location' | 'drop_lat' | 'drop_lng'
>;

const usePrefill = createUserStore<{ ends: Prefill | null }>({ ends: null });

/** The pickup and drop of a ride request or booking as places of the form; typing another text removes a place's point. */
export function endsOf(ride: RideEnds): Record<End, Place> {
  const { pickup_location, pickup_lat, pickup_lng, drop_location, drop_lat, drop_lng } = ride;
  return {
    pickup: { text: pickup_location, point: { lat: pickup_lat, lng: pickup_lng }, foundWords: pickup_location },
    drop: { text: drop_location, point: { lat: drop_lat, lng: drop_lng }, foundWords: drop_location },
  };
}

/**
 * Fills in these places when the Create Ride Request form opens next, once; a place that is not given keeps its draft.
 * Call it before `go({ dialog: 'create-ride' })`.
 */
export function prefillRide(ends: Prefill): void {
  usePrefill.setState({ ends });
}

/** Returns the prefilled places and clears them, for the form that opens; null if there are none. */
export function takePrefill(): Prefill | null {
  const { ends } = usePrefill.getState();
  if (ends) usePrefill.setState({ ends: null });
  return ends;
}
