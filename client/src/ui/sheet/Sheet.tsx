import { type KeyboardEvent, type ReactNode, useLayoutEffect } from 'react';
import { t } from '../../core/t';
import { useHeight } from '../../core/use-height';
import classes from './Sheet.module.css';
import { snapByKey } from './snaps';
import { useSheetDrag } from './use-sheet-drag';

interface SheetProps {
  /** Its name for screen readers. */
  label: string;
  /** Parts of the frame's height that it rests at, lowest first. */
  snaps: readonly number[];
  /** The index of the one it rests at now. */
  snap: number;
  onSnap: (snap: number) => void;
  /** Called with the height in pixels that covers the frame at rest, and again when it changes. */
  onRest: (heightPx: number) => void;
  header: ReactNode;
  children: ReactNode;
}

/**
 * A sheet over the lower part of its frame, never modal: what is behind it stays usable. A finger drags it by its header,
 * and by its body unless that is scrolled; the handle is a button with arrows, Home and End.
 * Custom: the library's Drawer has no heights to rest at, and makes the page behind it inert.
 */
export function Sheet({ label, snaps, snap, onSnap, onRest, header, children }: SheetProps) {
  const { ref: frame, height } = useHeight<HTMLDivElement>();
  const heights = snaps.map((part) => Math.round(part * height));
  const { root, body } = useSheetDrag(heights, snap, onSnap);
  const [top, rest] = [snaps.length - 1, heights[snap] ?? 0];
  useLayoutEffect(() => {
    if (rest > 0) onRest(rest);
  }, [rest, onRest]);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = snapByKey(event.key, snap, snaps.length);
    if (to === null) return;
    event.preventDefault();
    onSnap(to);
  };
  return (
    <div ref={frame} className={classes.frame}>
      <section
        ref={root}
        className={classes.sheet}
        aria-label={label}
        data-snap={snap}
        style={{ height: heights[top] }}
      >
        <div className={classes.inside}>
          <button
            type="button"
            className={classes.handle}
            onKeyDown={onKeyDown}
            onClick={() => onSnap(snap === top ? 0 : snap + 1)}
            aria-label={t(snap === top ? 'sheet.less' : 'sheet.more')}
          />
          <div className={classes.header}>{header}</div>
          <div ref={body} className={classes.body} data-scrolls={snap === top}>
            {children}
          </div>
        </div>
      </section>
    </div>
  );
}
