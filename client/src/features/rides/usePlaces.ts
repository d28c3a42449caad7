import { ADDRESS_DELAY_MS, DEFAULT_CENTER } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';
import { useEffect, useRef, useState } from 'react';
import { type FoundAddress, findAddress, labelledPairText, pairText, parsePair } from '../../core/address';
import { isGeolocationSupported, LocationError, readPosition } from '../../core/geolocation';
import { t } from '../../core/t';
import { toast } from '../../core/toast';
import type { End, Place, RideDraft } from './ride-draft';

export interface Places {
  /** Where the map stands, and where the device is once that is known. */
  center: Point;
  me: Point | null;
  /** The end that the next tap on the map sets: the one asked for, else the first that is missing. */
  picking: End | null;
  /** The end whose pin button was pressed. */
  asked: End | null;
  busy: End | null;
  ask: (end: End) => void;
  pick: (point: Point) => void;
  here: (end: End) => Promise<void>;
  type: (end: End, text: string) => void;
}

type Change = (end: End, place: Partial<Place>) => void;

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

/** One lookup at a time for each end; a newer pick, a typed text or closing the form ends the older one. */
function useLookups(opened: boolean) {
  const running = useRef<Record<End, AbortController | null>>({ pickup: null, drop: null });
  useEffect(() => {
    if (!opened) return;
    const held = running.current;
    return () => {
      held.pickup?.abort();
      held.drop?.abort();
    };
  }, [opened]);
  const end = (which: End) => running.current[which]?.abort();
  const start = (which: End) => {
    end(which);
    const controller = new AbortController();
    running.current[which] = controller;
    return controller.signal;
  };
  return { start, end };
}

/** Asks for the device's place once each time the form opens (specification, section 4 'Geolocation'). */
function useOpeningPosition(opened: boolean, onFound: (at: Point) => void): void {
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => {
    if (!opened) return;
    if (!isGeolocationSupported()) {
      toast.info(t('geo.not_supported_manual'));
      return;
    }
    let wanted = true;
    readPosition().then(
      (fix) => {
        if (!wanted) return;
        found.current({ lat: fix.lat, lng: fix.lng });
        toast.success(t('geo.detected'));
      },
      () => wanted && toast.info(t('geo.default_map')),
    );
    return () => {
      wanted = false;
    };
  }, [opened]);
}

function tellNoPosition(error: unknown): void {
  const kind = error instanceof LocationError ? error.kind : 'unavailable';
  if (kind === 'denied') toast.error(t('geo.not_available'));
  else if (kind === 'unsupported') toast.error(t('geo.not_supported'));
  else toast.error(t('geo.failed'));
}

/** Choosing the two ends: by a tap on the map, by the device's place, or by typing. */
export function usePlaces({ draft, change, opened }: { draft: RideDraft; change: Change; opened: boolean }): Places {
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

  const pick = (point: Point) => {
    if (!picking) return;
    const end = picking;
    setAsked(null);
    change(end, { point, text: pairText(point) });
    const signal = lookups.start(end);
    void delay(ADDRESS_DELAY_MS, signal)
      .then(() => {
        toast.info(t('geo.getting_name'));
        return findAddress(point, signal);
      })
      .then((address) => {
        if (address.found === 'name') change(end, { text: address.text });
        tellFound(address);
      })
      .catch(() => undefined);
  };

  const here = async (end: End) => {
    const signal = lookups.start(end);
    setAsked(null);
    setBusy(end);
    try {
      const fix = me ?? (await readPosition());
      const point = { lat: fix.lat, lng: fix.lng };
      if (signal.aborted) return;
      setMe(point);
      setCenter(point);
      change(end, { point, text: labelledPairText(point) });
      toast.info(t('geo.getting_address'));
      const address = await findAddress(point, signal);
      if (address.found === 'name') change(end, { text: address.text });
      toast.info(t(end === 'pickup' ? 'geo.pickup_set' : 'geo.drop_set'));
    } catch (error) {
      if (!signal.aborted) tellNoPosition(error);
    } finally {
      setBusy((now) => (now === end ? null : now));
    }
  };

  const type = (end: End, text: string) => {
    lookups.end(end);
    const point = parsePair(text);
    change(end, point ? { text, point } : { text });
    if (point) setCenter(point);
  };

  return { center, me, picking, asked, busy, ask: setAsked, pick, here, type };
}
