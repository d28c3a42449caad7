import { ADDRESS_DELAY_MS } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';
import { type FoundAddress, findAddress, formatLabelledCoordinates } from '../../core/address';
import { t } from '../../core/t';
import { toast } from '../../core/toast';
import type { End, Place } from './ride-draft';

/** Updates one end of the ride in the draft. */
export type Change = (end: End, place: Partial<Place>) => void;

/** An address lookup for one end; the signal aborts it when that end changes. */
interface Lookup {
  end: End;
  point: Point;
  signal: AbortSignal;
  change: Change;
}

const delay = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

function showLookupResult({ found }: FoundAddress): void {
  if (found === 'name') toast.info(t('geo.location_set'));
  else if (found === 'coordinates') toast.warning(t('geo.name_not_available'));
  else toast.warning(t('geo.no_exact_name'));
}

/** Looks up the address of a point tapped on the map, half a second later; without one the coordinates stay. */
export async function lookUpPickedPoint({ end, point, signal, change }: Lookup): Promise<void> {
  try {
    await delay(ADDRESS_DELAY_MS, signal);
    toast.info(t('geo.getting_name'));
    const address = await findAddress(point, signal);
    if (address.found === 'name') change(end, { text: address.text, foundWords: address.text });
    showLookupResult(address);
  } catch {
    // Aborted by a newer change, which shows its own toast.
  }
}

/** Sets an end to the device's position, first as coordinates, then by its address. Rejects when aborted. */
export async function lookUpDevicePosition({ end, point, signal, change }: Lookup): Promise<void> {
  change(end, { point, text: formatLabelledCoordinates(point), foundWords: '' });
  toast.info(t('geo.getting_address'));
  const address = await findAddress(point, signal);
  if (address.found === 'name') change(end, { text: address.text, foundWords: address.text });
  toast.info(t(end === 'pickup' ? 'geo.pickup_set' : 'geo.drop_set'));
}
