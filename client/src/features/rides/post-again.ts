import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { useAddress } from '../../core/address-bar';
import { endsOf, prefillRide } from './prefill';

/** When the new ride is to start: now, or at a time to be entered in the form. */
export type When = 'now' | 'later';

/** Returns a function that opens the Create Ride Request form with the pickup and drop of a ride request. */
export function usePostAgain(): (ride: RideRequest, when?: When) => void {
  const { go } = useAddress();
  return (ride, when = 'now') => {
    prefillRide(endsOf(ride));
    go({ dialog: 'create-ride', ride: null, quote: null, later: when === 'later' ? '1' : null });
  };
}

/** Whether a request has ended without a ride, so that it can be posted again. */
export function hasEnded({ status }: RideRequest): boolean {
  return status === 'expired' || status === 'cancelled';
}
