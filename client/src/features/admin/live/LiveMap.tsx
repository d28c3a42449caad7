import { DEFAULT_CENTER, ZOOM_QUOTES } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';
import { useEffect, useRef, useState } from 'react';
import { useConfig } from '../../../core/config';
import { t } from '../../../core/t';
import { LazyMap } from '../../../ui/LazyMap';
import type { DotSource } from '../../../ui/map/marker';
import type { LiveItem } from './feed';
import { subscribeFleet } from './fleet';
import classes from './Live.module.css';
import { itemOfDot, liveDots, type Shown } from './live.dots';
import { useLiveBoard } from './live.store';

/** Milliseconds between checks for drivers who have become quiet, which no event reports. */
const CHECK_EVERY_MS = 10_000;

interface LiveMapProps {
  shown: Shown;
  onOpen: (item: LiveItem) => void;
}

const everything: Shown = { online: true, ride: true, quiet: true, request: true };

/**
 * The points that the map shows when it opens: those of the first snapshot with two or more points; none before it.
 */
function useOpeningFrame(): readonly Point[] {
  const [frame, setFrame] = useState<readonly Point[]>(() => liveDots(everything, Date.now()));
  const isFramed = frame.length > 1;
  useEffect(() => {
    if (isFramed) return;
    return useLiveBoard.subscribe(() => setFrame(liveDots(everything, Date.now())));
  }, [isFramed]);
  return isFramed ? frame : none;
}

const none: readonly Point[] = [];

/** All rides and drivers on one canvas: moves are drawn once per second, without a React render. */
export function LiveMap({ shown, onOpen }: LiveMapProps) {
  const city = useConfig()?.city;
  const frame = useOpeningFrame();
  const latest = useRef({ shown, onOpen });
  const redraw = useRef(() => {});
  const [dots] = useState<DotSource>(() => ({
    read: () => liveDots(latest.current.shown, Date.now()),
    subscribe: (listener) => {
      redraw.current = listener;
      const stops = [subscribeFleet(listener), useLiveBoard.subscribe(listener)];
      const timer = setInterval(listener, CHECK_EVERY_MS);
      return () => {
        clearInterval(timer);
        for (const stop of stops) stop();
      };
    },
    onPress: (dot) => {
      const item = itemOfDot(dot);
      if (item) latest.current.onOpen(item);
    },
  }));
  useEffect(() => {
    latest.current = { shown, onOpen };
    redraw.current();
  });
  return (
    <div className={classes.map}>
      <LazyMap
        label={t('live.map')}
        center={city?.center ?? DEFAULT_CENTER}
        zoom={ZOOM_QUOTES}
        markers={[]}
        fit={frame.length > 0}
        frame={frame}
        dots={dots}
        height="fill"
      />
    </div>
  );
}
