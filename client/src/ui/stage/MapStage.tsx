import { type ReactNode, useState } from 'react';
import { useHeight } from '../../core/use-height';
import { ConnectionBanner } from '../ConnectionBanner';
import type { Obstacles } from '../map/marker';
import { Sheet } from '../sheet/Sheet';
import classes from './MapStage.module.css';

/** Parts of the screen's height that a sheet rests at: most of the map, half and half, the whole list. */
const SNAPS = [0.3, 0.6, 0.95] as const;
/** The index of the last of them. */
export const TOP_SNAP = SNAPS.length - 1;
/** The air at the sides of the screen, in pixels. */
const EDGE_PX = 8;

interface MapStageProps {
  /** The sheet's name for screen readers. */
  label: string;
  /** The map that fills the screen. `obstacles` says what lies over it. */
  map: (obstacles: Obstacles) => ReactNode;
  /** Over the upper edge of the map. */
  above: ReactNode;
  /** Where the sheet rests. */
  snap: number;
  onSnap: (snap: number) => void;
  /** Stays in sight above what scrolls in the sheet. */
  sheetHeader: ReactNode;
  children: ReactNode;
}

/** A phone's whole screen: the map with a sheet over its lower part. It covers the page's header and tabs. */
export function MapStage({ label, map, above, snap, onSnap, sheetHeader, children }: MapStageProps) {
  const [covered, setCovered] = useState(0);
  const head = useHeight<HTMLDivElement>();
  return (
    <div className={classes.stage}>
      <div className={classes.map}>{map({ top: head.height, right: EDGE_PX, bottom: covered, left: EDGE_PX })}</div>
      <div ref={head.ref} className={classes.head}>
        <ConnectionBanner />
        {above}
      </div>
      <Sheet label={label} snaps={SNAPS} snap={snap} onSnap={onSnap} onRest={setCovered} header={sheetHeader}>
        {children}
      </Sheet>
    </div>
  );
}
