import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { useAddress } from '../../core/address-bar';
import { askedOf, endsOf, prefillRide } from './prefill';

/**
 * When the new ride is to start: now, now with another price, or at a later time. That price or time is entered in
 * the form.
 */
export type When = 'now' | 'price' | 'later';

/** Returns a function that opens the Create Ride Request form with the pickup, drop and price of a ride request. */
export function usePostAgain(): (ride: RideRequest, when?: When) => void {
  const { go } = useAddress();
  return (ride, when = 'now') => {
    prefillRide({ ...endsOf(ride), asked: askedOf(ride) });
    go({
      dialog: 'create-ride',
      ride: null,
      quote: null,
      later: when === 'later' ? '1' : null,
      ...(when === 'price' && { field: 'asked' }),
    });
  };
}

/** Whether a request has ended without a ride, so that it can be posted again. */
export function hasEnded({ status }: RideRequest): boolean {
  return status === 'expired' || status === 'cancelled';
}
