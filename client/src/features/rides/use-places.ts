import type { City } from '@boli/shared/city/city.schema';
import { DEFAULT_CENTER } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';
import { useEffect, useState } from 'react';
import { formatCoordinates, parseCoordinates } from '../../core/address';
import { LocationError, readPosition } from '../../core/geolocation';
import { t } from '../../core/t';
import { toast } from '../../core/toast';
import { type Change, lookUpDevicePosition, lookUpPickedPoint } from './name-place';
import type { PlaceChoice } from './place-choices';
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
  ask: (end: End) => void;
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
  const [center, setCenter] = useState<Point>(draft.pickup.point ?? draft.drop.point ?? DEFAULT_CENTER);
  const [asked, setAsked] = useState<End | null>(null);
  const [busy, setBusy] = useState<End | null>(null);
  const lookups = useLookups(opened);
  const missing = !draft.pickup.point ? 'pickup' : !draft.drop.point ? 'drop' : null;
  const picking = asked ?? missing;

  useOpeningPosition(opened, (at) => {
    setMe(at);
    if (!draft.pickup.point && !draft.drop.point) setCenter(at);
  });

  // The map opens in the installed city, unless the device's position or an end is known.
  const isAnywhere = me ?? draft.pickup.point ?? draft.drop.point;
  const middle = isAnywhere ? null : (city?.center ?? null);
  useEffect(() => {
    if (middle) setCenter(middle);
  }, [middle]);

  const pick = (point: Point) => {
    if (!picking) return;
    setAsked(null);
    change(picking, { point, text: formatCoordinates(point), foundWords: '' });
    const signal = lookups.start(picking);
    void lookUpPickedPoint({ end: picking, point, signal, change });
  };

  const here = async (end: End) => {
    const signal = lookups.start(end);
    setAsked(null);
    setBusy(end);
    try {
      const { lat, lng } = me ?? (await readPosition());
      if (signal.aborted) return;
      setMe({ lat, lng });
      setCenter({ lat, lng });
      await lookUpDevicePosition({ end, point: { lat, lng }, signal, change });
    } catch (error) {
      if (!signal.aborted) showLocationError(error);
    } finally {
      setBusy((now) => (now === end ? null : now));
    }
  };

  const type = (end: End, text: string) => {
    lookups.end(end);
    const point = parseCoordinates(text);
    if (point) {
      setCenter(point);
      change(end, { text, point, foundWords: '' });
    } else change(end, city?.places && !stillNames(text, draft[end]) ? { text, point: null } : { text });
  };

  const choose = (end: End, { point, text }: PlaceChoice) => {
    lookups.end(end);
    setAsked(null);
    setCenter(point);
    change(end, { point, text, foundWords: text });
  };

  return { center, me, picking, asked, busy, ask: setAsked, pick, here, type, choose };
}
