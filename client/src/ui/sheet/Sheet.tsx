import { type KeyboardEvent, type ReactNode, useLayoutEffect } from 'react';
import { t } from '../../core/t';
import { useHeight, useHeightWhileShown } from '../../core/use-height';
import classes from './Sheet.module.css';
import { heightsOf, type Snap, snapByKey } from './snaps';
import { useSheetDrag } from './use-sheet-drag';

interface SheetProps {
  /** The sheet's name for screen readers. */
  label: string;
  /** The heights that the sheet rests at, lowest first; with a single height it has no handle. */
  snaps: readonly Snap[];
  /** The number of pixels at the top of the frame that the sheet never covers. */
  head?: number;
  /** The index of the height that the sheet rests at now. */
  snap: number;
  onSnap: (snap: number) => void;
  /** Called with the pixels of the frame that the resting sheet covers, and again when they change. */
  onRest: (heightPx: number) => void;
  header?: ReactNode;
  /** Stays in reach at the lower edge, except on a very low screen. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The touch target of the handle extends this far (px) above the sheet, and must not cover what is there. */
const RIM_PX = 16;
/** The height of the handle, and of the gap between the content and the footer. */
const HANDLE_PX = 28 + 12;

/**
 * A sheet over the lower part of its frame. It is not modal: the content behind it stays usable. A finger drags it by
 * its header, or by its body unless that is scrolled; its handle is a button for arrow keys, Home and End. Mantine's
 * Drawer is not used: it has no resting heights, and makes the page behind it inert.
 */
export function Sheet({ label, snaps, head = 0, snap, onSnap, onRest, header, footer, children }: SheetProps) {
  const { ref: frame, height } = useHeight<HTMLDivElement>();
  const buttons = useHeightWhileShown();
  const heights = heightsOf(snaps, height, snaps.length > 1 ? head + RIM_PX : head, HANDLE_PX + buttons.height);
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
          {top > 0 && (
            <button
              type="button"
              className={classes.handle}
              onKeyDown={onKeyDown}
              onClick={() => onSnap(snap === top ? 0 : snap + 1)}
              aria-label={t(snap === top ? 'sheet.less' : 'sheet.more')}
            />
          )}
          {header && (
            <div data-clear-of-toasts className={classes.header}>
              {header}
            </div>
          )}
          <div ref={body} className={classes.body} data-scrolls={snap === top}>
            {children}
            {footer && (
              <div ref={buttons.ref} className={classes.footer}>
                {footer}
              </div>
            )}
          </div>
        </div>
      </section>
    </div>
  );
}
