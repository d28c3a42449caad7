import type { Point } from '@boli/shared/core/fields';
import classes from './MiniWay.module.css';
import { scaledTo } from './mini-way';

const SIZE = 92;
/** The margin around the way, in the drawing's units. */
const EDGE = 16;
const PICKUP_RADIUS = 6;
const DROP_SIDE = 11;

interface MiniWayProps {
  /** From the pickup to the drop. */
  points: readonly Point[];
  /** Whether the points follow the road: the way is then drawn as dots, a straight one as dashes. */
  alongRoad: boolean;
}

/**
 * The shape of a ride's way, drawn without a map. Hidden from screen readers, because the places beside it say the
 * same.
 */
export function MiniWay({ points, alongRoad }: MiniWayProps) {
  const way = scaledTo(points, SIZE, EDGE);
  const [start, end] = [way[0], way.at(-1)];
  if (!start || !end) return null;
  return (
    <svg className={classes.way} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true" data-road={alongRoad}>
      <polyline className={classes.line} points={way.map(({ x, y }) => `${x},${y}`).join(' ')} />
      <circle className={classes.pickup} cx={start.x} cy={start.y} r={PICKUP_RADIUS} />
      <rect
        className={classes.drop}
        x={end.x - DROP_SIDE / 2}
        y={end.y - DROP_SIDE / 2}
        width={DROP_SIDE}
        height={DROP_SIDE}
        rx="2.5"
      />
    </svg>
  );
}
