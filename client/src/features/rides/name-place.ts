import { ADDRESS_DELAY_MS } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';
import { type FoundAddress, findAddress, labelledPairText } from '../../core/address';
import { t } from '../../core/t';
import { toast } from '../../core/toast';
import type { End, Place } from './ride-draft';

/** Writes what became known of one end into the draft. */
export type Change = (end: End, place: Partial<Place>) => void;

/** A point that is to have its name; the signal ends the lookup once something newer is known of that end. */
interface Unnamed {
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

function tellFound({ found }: FoundAddress): void {
  if (found === 'name') toast.info(t('geo.location_set'));
  else if (found === 'coordinates') toast.warning(t('geo.name_not_available'));
  else toast.warning(t('geo.no_exact_name'));
}

/** Looks up the address of a point tapped on the map, half a second later; without one the coordinates stay. */
export async function namePicked({ end, point, signal, change }: Unnamed): Promise<void> {
  try {
    await delay(ADDRESS_DELAY_MS, signal);
    toast.info(t('geo.getting_name'));
    const address = await findAddress(point, signal);
    if (address.found === 'name') change(end, { text: address.text });
    tellFound(address);
  } catch {
    // Ended by something newer, which tells of itself.
  }
}

/** Takes the device's place for an end, at once as coordinates, then by its address. Rejects when the signal ends it. */
export async function nameHere({ end, point, signal, change }: Unnamed): Promise<void> {
  change(end, { point, text: labelledPairText(point) });
  toast.info(t('geo.getting_address'));
  const address = await findAddress(point, signal);
  if (address.found === 'name') change(end, { text: address.text });
  toast.info(t(end === 'pickup' ? 'geo.pickup_set' : 'geo.drop_set'));
}
