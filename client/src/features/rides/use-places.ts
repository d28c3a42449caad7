import type { City } from '@boli/shared/city/city.schema';
import type { Point } from '@boli/shared/core/fields';
import { useEffect, useState } from 'react';
import { formatCoordinates, parseCoordinates } from '../../core/address';
import { type Change, lookUpPickedPoint } from './name-place';
import type { PlaceChoice } from './place-choices';
import { losesHouseNumber, type ReplacedWords, replacedBy } from './replaced-words';
import { type End, type Place, type RideDraft, stillNames } from './ride-draft';
import { useDevicePosition } from './use-device-position';
import { useLookups } from './use-lookups';
import { useMapCenter } from './use-map-center';
import { useOpeningPickup } from './use-opening-pickup';
import { useReplacedWords } from './use-replaced-words';

export interface Places {
  /** The centre of the map, and the device's position once known. */
  center: Point;
  me: Point | null;
  /** The place that the next tap on the map sets: the one whose pin button was pressed, else the first missing one. */
  picking: End | null;
  /** The place whose pin button was pressed; null if none. */
  asked: End | null;
  busy: End | null;
  /**
   * The words that the last chosen point has replaced; null after the next choice, and once the words are restored or
   * typed over.
   */
  replaced: ReplacedWords | null;
  /** Whether the pickup was filled in before the device's position was found, and lies elsewhere: it is then kept. */
  isKept: boolean;
  /** Restores the replaced words. */
  restore: () => void;
  /** Starts choosing the pickup or the drop on the map; null stops that. */
  ask: (end: End | null) => void;
  pick: (point: Point) => void;
  here: (end: End) => Promise<void>;
  type: (end: End, text: string) => void;
  /** Removes the point of the pickup or the drop; its text stays. */
  unpin: (end: End) => void;
  /** Sets the pickup of an emptied form to the device's position, if that is known. */
  startHere: () => void;
  /** Sets the pickup or the drop to an offered place, with its text. */
  choose: (end: End, choice: PlaceChoice) => void;
}

/** A place without its point: a text typed next must not be sent with the old point. */
const NO_POINT = { point: null, foundWords: '' } satisfies Partial<Place>;

interface UsePlaces {
  draft: RideDraft;
  change: Change;
  opened: boolean;
  /** The installed city; null if there is none, or it is not known yet. */
  city: City | null;
}

/**
 * The choice of pickup and drop: by a tap on the map, by the device's position, by typing, or from the offered places.
 */
export function usePlaces({ draft, change, opened, city }: UsePlaces): Places {
  const { me, setMe, center, setCenter, centerOnMe } = useMapCenter(draft, city);
  const [asked, setAsked] = useState<End | null>(null);
  const lookups = useLookups(opened);
  useEffect(() => {
    if (!opened) setAsked(null);
  }, [opened]);
  const { replaced, setReplaced, restore } = useReplacedWords({ opened, change, endLookup: lookups.end });
  const { busy, setFromDevice } = useDevicePosition({ me, change, onPosition: centerOnMe });
  const missing = !draft.pickup.point ? 'pickup' : !draft.drop.point ? 'drop' : null;
  const picking = asked ?? missing;

  const { isKept, fill } = useOpeningPickup({
    ...{ opened, change, pickup: draft.pickup },
    isChoosing: asked === 'pickup' || busy === 'pickup',
    start: () => lookups.start('pickup'),
    onFound: (at) => {
      setMe(at);
      if ((!draft.pickup.point || draft.pickup.isAuto) && !draft.drop.point) setCenter(at);
    },
  });

  /**
   * Begins a change of the pickup or the drop: stops the lookup of the previous change, and forgets the replaced words.
   */
  const begin = (end: End) => {
    setAsked(null);
    setReplaced(null);
    return { before: draft[end], signal: lookups.start(end) };
  };

  const pick = (point: Point) => {
    if (!picking) return;
    const { before, signal } = begin(picking);
    change(picking, { point, text: formatCoordinates(point), foundWords: '' });
    void lookUpPickedPoint({ end: picking, point, signal, change }).then(
      (found) => found && setReplaced(replacedBy(picking, before, found)),
    );
  };

  const here = async (end: End) => {
    const { before, signal } = begin(end);
    const found = await setFromDevice(end, signal);
    if (found) setReplaced(replacedBy(end, before, found));
  };

  const type = (end: End, text: string) => {
    lookups.end(end);
    if (replaced?.end === end) setReplaced(null);
    const point = parseCoordinates(text);
    if (point) {
      setCenter(point);
      change(end, { text, point, foundWords: '' });
    } else if (text === '') change(end, { text, ...NO_POINT });
    else change(end, city?.places && !stillNames(text, draft[end]) ? { text, point: null } : { text });
  };

  const unpin = (end: End) => {
    lookups.end(end);
    change(end, NO_POINT);
  };

  const startHere = () => {
    lookups.end('drop');
    begin('pickup');
    if (me) {
      setCenter(me);
      fill(me);
    }
  };

  const choose = (end: End, { point, text }: PlaceChoice) => {
    const { before } = begin(end);
    setCenter(point);
    change(end, { point, text, foundWords: text });
    setReplaced(losesHouseNumber(before.text, text) ? { end, before, by: 'street' } : null);
  };

  const shown = { center, me, picking, asked, busy, replaced, isKept };
  return { ...shown, restore, ask: setAsked, pick, here, type, unpin, choose, startHere };
}
