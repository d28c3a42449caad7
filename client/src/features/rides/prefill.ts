import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { createUserStore } from '../../core/mirror';
import type { End, Place, Prefill } from './ride-draft';

/** The fields of a ride request or booking about its pickup and drop. */
type RideEnds = Pick<
  RideRequest,
  'pickup_location' | 'pickup_lat' | 'pickup_lng' | 'drop_location' | 'drop_lat' | 'drop_lng'
>;

const usePrefill = createUserStore<{ values: Prefill | null }>({ values: null });

/**
 * The pickup and drop of a ride request or booking as places of the form. Each text counts as found for its point, so
 * that with a place search the point is removed when the customer types the name of another place.
 */
export function endsOf(ride: RideEnds): Record<End, Place> {
  const { pickup_location, pickup_lat, pickup_lng, drop_location, drop_lat, drop_lng } = ride;
  return {
    pickup: { text: pickup_location, point: { lat: pickup_lat, lng: pickup_lng }, foundWords: pickup_location },
    drop: { text: drop_location, point: { lat: drop_lat, lng: drop_lng }, foundWords: drop_location },
  };
}

/**
 * The asked price of a request as the text in the form; empty if the request has none or was stored before the field
 * existed.
 */
export const askedOf = ({ asked_price }: Pick<RideRequest, 'asked_price'>): string =>
  typeof asked_price === 'number' ? String(asked_price) : '';

/**
 * Fills in these values once, when the Create Ride Request form opens next; a field that is not given keeps its draft.
 * Call it before `go({ dialog: 'create-ride' })`.
 */
export function prefillRide(values: Prefill): void {
  usePrefill.setState({ values });
}

/** Returns the prefilled values and clears them, for the form that opens; null if there are none. */
export function takePrefill(): Prefill | null {
  const { values } = usePrefill.getState();
  if (values) usePrefill.setState({ values: null });
  return values;
}
