import { type ReactNode, useState } from 'react';
import { useHeight } from '../../core/use-height';
import { ConnectionBanner } from '../ConnectionBanner';
import { Sheet } from '../sheet/Sheet';
import { HIGH_SNAP, LOW_SNAP, type Snap } from '../sheet/snaps';
import classes from './MapStage.module.css';
import { type StageView, useStageMap } from './stage-map';

/** The default heights at which a sheet rests: with most of the map visible, with map and list, with the whole list. */
const SNAPS = [LOW_SNAP, 0.6, HIGH_SNAP] as const;
/** The index of the highest resting height. */
export const TOP_SNAP = SNAPS.length - 1;
/** A sheet over more than this fraction of the stage leaves no room for buttons on the map. */
const MOSTLY = 0.8;
/** The margin at the sides of the screen, in pixels. */
const EDGE_PX = 8;

interface MapStageProps {
  /** The sheet's name for screen readers. */
  label: string;
  /** What the map shows, in its part that nothing covers; null while no map is to be loaded. */
  map: Omit<StageView, 'obstacles'> | null;
  /** Shown over the upper edge of the map. */
  above: ReactNode;
  /** Shown on the map above the sheet, at the left, if the sheet leaves room for it. */
  corner?: ReactNode;
  /** Whether the page's tabs stay visible below the sheet, and the page's header with the banner above the map. */
  overTabs?: boolean;
  /** The heights that the sheet rests at. */
  snaps?: readonly Snap[];
  /** The index of the height at which the sheet rests now. */
  snap: number;
  onSnap: (snap: number) => void;
  /** Stays visible above what scrolls in the sheet. */
  sheetHeader?: ReactNode;
  /** Buttons that stay visible below what scrolls in the sheet. */
  footer?: ReactNode;
  children: ReactNode;
}

/** Converts fractions of the screen to those of the stage, which ends above the page's tabs. Heights in pixels. */
function snapsOver(snaps: readonly Snap[], stage: number, tabs: number): readonly Snap[] {
  if (stage === 0 || tabs === 0) return snaps;
  return snaps.map((snap) => (typeof snap === 'number' ? (snap * (stage + tabs)) / stage : snap));
}

/** The view, without the button to the device's position if there is no room for that button. */
function withRoom({ onLocate, ...view }: StageView, hasRoom: boolean): StageView {
  return hasRoom && onLocate ? { ...view, onLocate } : view;
}

/**
 * A phone's whole screen: the stage's map with a sheet over its lower part. Covers header and tabs unless `overTabs`.
 */
export function MapStage(props: MapStageProps) {
  const { label, map, above, corner, overTabs = false, snaps = SNAPS, snap, onSnap } = props;
  const { sheetHeader, footer, children } = props;
  const [covered, setCovered] = useState(0);
  const stage = useHeight<HTMLDivElement>();
  const tabs = useHeight<HTMLDivElement>();
  const head = useHeight<HTMLDivElement>();
  const onMap = useHeight<HTMLDivElement>();
  const edges = { top: head.height, right: EDGE_PX, bottom: covered + tabs.height, left: EDGE_PX };
  const hasRoom = covered <= MOSTLY * stage.height;
  useStageMap(map && withRoom({ ...map, obstacles: { ...edges, corner: onMap.height } }, hasRoom));
  return (
    <div ref={stage.ref} className={classes.stage} data-over-tabs={overTabs} data-bare={map === null}>
      <div ref={head.ref} className={classes.head} data-clear-of-toasts>
        {!overTabs && <ConnectionBanner />}
        {above}
      </div>
      <div ref={onMap.ref} className={classes.corner} style={{ bottom: covered }}>
        {hasRoom && corner}
      </div>
      <Sheet
        label={label}
        snaps={snapsOver(snaps, stage.height, tabs.height)}
        head={head.height}
        snap={snap}
        onSnap={onSnap}
        onRest={setCovered}
        header={sheetHeader}
        footer={footer}
      >
        {children}
      </Sheet>
      <div ref={tabs.ref} className={classes.tabs} />
    </div>
  );
}
