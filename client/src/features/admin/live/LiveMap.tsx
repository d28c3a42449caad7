import { DEFAULT_CENTER, ZOOM_QUOTES } from '@boli/shared/core/constants';
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
const LOOK_AGAIN_MS = 10_000;

interface LiveMapProps {
  shown: Shown;
  onOpen: (item: LiveItem) => void;
}

/** All rides and drivers on one canvas: moves are drawn once per second, without rendering. */
export function LiveMap({ shown, onOpen }: LiveMapProps) {
  const city = useConfig()?.city;
  const latest = useRef({ shown, onOpen });
  const redraw = useRef(() => {});
  const [dots] = useState<DotSource>(() => ({
    read: () => liveDots(latest.current.shown, Date.now()),
    subscribe: (listener) => {
      redraw.current = listener;
      const stops = [subscribeFleet(listener), useLiveBoard.subscribe(listener)];
      const timer = setInterval(listener, LOOK_AGAIN_MS);
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
        dots={dots}
        height="fill"
      />
    </div>
  );
}
