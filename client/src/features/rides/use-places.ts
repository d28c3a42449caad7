import type { City } from '@boli/shared/city/city.schema';
import type { Point } from '@boli/shared/core/fields';
import { useEffect, useState } from 'react';
import { formatCoordinates, parseCoordinates } from '../../core/address';
import { LocationError, readPosition } from '../../core/geolocation';
import { nearOf } from '../../core/near';
import { t } from '../../core/t';
import { toast } from '../../core/toast';
import { type Change, lookUpDevicePosition, lookUpOpeningPickup, lookUpPickedPoint } from './name-place';
import type { PlaceChoice } from './place-choices';
import { losesHouseNumber, type ReplacedWords, replacedBy, restored } from './replaced-words';
import { type End, type RideDraft, stillNames } from './ride-draft';
import { useLookups } from './use-lookups';
import { useOpeningPosition } from './use-opening-position';

export interface Places {
  /** The centre of the map, and the device's position once known. */
  center: Point;
  me: Point | null;
  /** The end that the next tap on the map sets: the one whose pin is pressed, else the first missing one. */
  picking: End | null;
  /** The end whose pin button was pressed. */
  asked: End | null;
  busy: End | null;
  /** The words that the last chosen point has replaced; null after the next change of that end. */
  replaced: ReplacedWords | null;
  /** Brings them back. */
  restore: () => void;
  /** Starts choosing an end on the map; null stops it. */
  ask: (end: End | null) => void;
  pick: (point: Point) => void;
  here: (end: End) => Promise<void>;
  type: (end: End, text: string) => void;
  /** Sets an end to an offered place, with its text. */
  choose: (end: End, choice: PlaceChoice) => void;
}

function showLocationError(error: unknown): void {
  const kind = error instanceof LocationError ? error.kind : 'unavailable';
  if (kind === 'denied') toast.error(t('geo.not_available'));
  else if (kind === 'unsupported') toast.error(t('geo.not_supported'));
  else toast.error(t('geo.failed'));
}

interface UsePlaces {
  draft: RideDraft;
  change: Change;
  opened: boolean;
  /** The installed city; null where there is none, or it is not known yet. */
  city: City | null;
}

/** The choice of the two ends: by a tap on the map, by the device's position, by typing, or from the offered places. */
export function usePlaces({ draft, change, opened, city }: UsePlaces): Places {
  const [me, setMe] = useState<Point | null>(null);
  const [center, setCenter] = useState<Point>(draft.pickup.point ?? draft.drop.point ?? nearOf(null, city));
  const [asked, setAsked] = useState<End | null>(null);
  const [busy, setBusy] = useState<End | null>(null);
  const [replaced, setReplaced] = useState<ReplacedWords | null>(null);
  const lookups = useLookups(opened);
  const missing = !draft.pickup.point ? 'pickup' : !draft.drop.point ? 'drop' : null;
  const picking = asked ?? missing;

  useOpeningPosition(opened, (at) => {
    setMe(at);
    if (!draft.pickup.point && !draft.drop.point) setCenter(at);
    if (asked === 'pickup' || busy === 'pickup' || draft.pickup.point || draft.pickup.text.trim() !== '') return;
    void lookUpOpeningPickup({ point: at, signal: lookups.start('pickup'), change });
  });

  // The map opens in the installed city, unless the device's position or an end is known.
  const isAnywhere = me ?? draft.pickup.point ?? draft.drop.point;
  const middle = isAnywhere ? null : (city?.center ?? null);
  useEffect(() => {
    if (middle) setCenter(middle);
  }, [middle]);

  /** A newer change of an end ends the lookup for the older one, and what was replaced before is past. */
  const begin = (end: End) => {
    setReplaced(null);
    return lookups.start(end);
  };

  const pick = (point: Point) => {
    if (!picking) return;
    setAsked(null);
    const before = draft[picking];
    change(picking, { point, text: formatCoordinates(point), foundWords: '' });
    const signal = begin(picking);
    void lookUpPickedPoint({ end: picking, point, signal, change }).then(
      (found) => found && setReplaced(replacedBy(picking, before, found)),
    );
  };

  const here = async (end: End) => {
    const before = draft[end];
    const signal = begin(end);
    setAsked(null);
    setBusy(end);
    try {
      const { lat, lng } = me ?? (await readPosition());
      if (signal.aborted) return;
      setMe({ lat, lng });
      setCenter({ lat, lng });
      const found = await lookUpDevicePosition({ end, point: { lat, lng }, signal, change });
      setReplaced(replacedBy(end, before, found));
    } catch (error) {
      if (!signal.aborted) showLocationError(error);
    } finally {
      setBusy((now) => (now === end ? null : now));
    }
  };

  const type = (end: End, text: string) => {
    lookups.end(end);
    if (replaced?.end === end) setReplaced(null);
    const point = parseCoordinates(text);
    if (point) {
      setCenter(point);
      change(end, { text, point, foundWords: '' });
    } else change(end, city?.places && !stillNames(text, draft[end]) ? { text, point: null } : { text });
  };

  const choose = (end: End, { point, text }: PlaceChoice) => {
    const before = draft[end];
    lookups.end(end);
    setAsked(null);
    setCenter(point);
    change(end, { point, text, foundWords: text });
    setReplaced(losesHouseNumber(before.text, text) ? { end, before, by: 'street' } : null);
  };

  const restore = () => {
    if (!replaced) return;
    lookups.end(replaced.end);
    change(replaced.end, restored(replaced));
    setReplaced(null);
  };

  return { center, me, picking, asked, busy, replaced, restore, ask: setAsked, pick, here, type, choose };
}
