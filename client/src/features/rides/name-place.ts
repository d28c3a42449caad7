import { ADDRESS_DELAY_MS } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';
import { type FoundAddress, findAddress, formatLabelledCoordinates } from '../../core/address';
import { t } from '../../core/t';
import { toast } from '../../core/toast';
import type { End, Place } from './ride-draft';

/** Updates the pickup or the drop in the draft. */
export type Change = (end: End, place: Partial<Place>) => void;

/** An address lookup for the pickup or the drop; `signal` aborts it when that place changes. */
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

/**
 * Looks up the address of a point half a second after it was chosen on the map. If none is found, the coordinates stay.
 * Returns the result; null when aborted.
 */
export async function lookUpPickedPoint({ end, point, signal, change }: Lookup): Promise<FoundAddress | null> {
  try {
    await delay(ADDRESS_DELAY_MS, signal);
    toast.info(t('geo.getting_name'));
    const address = await findAddress(point, signal);
    if (address.found === 'name') change(end, { text: address.text, foundWords: address.text });
    showLookupResult(address);
    return address;
  } catch {
    // Aborted by a newer change, which shows its own toast.
    return null;
  }
}

/** Sets the pickup or the drop to a point, shown as coordinates until its address is known. Rejects when aborted. */
async function setAndName({ end, point, signal, change }: Lookup): Promise<FoundAddress> {
  change(end, { point, text: formatLabelledCoordinates(point), foundWords: '' });
  const address = await findAddress(point, signal);
  if (address.found === 'name') change(end, { text: address.text, foundWords: address.text });
  return address;
}

/**
 * Sets the pickup to the device's position, and marks it as set automatically: the next opening of the form sets it
 * anew. Shows no toast, because the form has shown one when it read the position.
 */
export async function lookUpOpeningPickup({ change, ...lookup }: Omit<Lookup, 'end'>): Promise<void> {
  const changeAuto: Change = (end, place) => change(end, { ...place, isAuto: true });
  await setAndName({ ...lookup, end: 'pickup', change: changeAuto }).catch(() => undefined);
}

/**
 * Sets the pickup or the drop to the device's position, shown first as coordinates, then by its address. Returns the
 * result of the lookup; rejects when aborted.
 */
export async function lookUpDevicePosition(lookup: Lookup): Promise<FoundAddress> {
  toast.info(t('geo.getting_address'));
  const address = await setAndName(lookup);
  toast.info(t(lookup.end === 'pickup' ? 'geo.pickup_set' : 'geo.drop_set'));
  return address;
}
