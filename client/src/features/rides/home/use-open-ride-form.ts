import { useAddress } from '../../../core/address-bar';
import type { PlaceChoice } from '../place-choices';
import { prefillRide } from '../prefill';
import { emptyDraft } from '../ride-draft';

const CREATE = { dialog: 'create-ride' };

interface OpenRideForm {
  /** Opens the form with its draft, or empty. */
  create: () => void;
  /** Opens the form with its drop field focused. */
  search: () => void;
  /** Opens the form for a scheduled ride, with its drop field focused. */
  later: () => void;
  /** Opens the form with this place as the drop; the pickup is the device's position, which the form reads itself. */
  rideTo: (place: PlaceChoice) => void;
}

/** The functions with which the home screen opens the Create Ride Request form. */
export function useOpenRideForm(): OpenRideForm {
  const { go } = useAddress();
  return {
    create: () => go(CREATE),
    search: () => go({ ...CREATE, field: 'drop' }),
    later: () => go({ ...CREATE, field: 'drop', later: '1' }),
    rideTo: ({ text, point }) => {
      prefillRide({ pickup: emptyDraft.pickup, drop: { text, point, foundWords: text } });
      go(CREATE);
    },
  };
}
