import type { Point } from '@boli/shared/core/fields';
import { type Line, lineThrough, OFF_M, progressOn, splitLine } from '@boli/shared/geo/line';
import { useEffect, useMemo, useState } from 'react';

interface Parts {
  /** The driven part of the way; empty while the position of the car is not known. */
  behind: Point[];
  ahead: readonly Point[];
}

/** How far along a line a car was, in metres. */
interface Progress {
  line: Line | null;
  along: number;
}

/**
 * The driven and the remaining part of the way, as the car moves. `isRoad`: whether the way follows a road. A car
 * beside such a way may have left the road: the split then stays at the last point on the road until the car returns or
 * another way is known. Meanwhile the server's eta does not change either. A car beside a straight line has left no
 * road: the split follows the car.
 */
export function useProgress(points: readonly Point[], car: Point | null, isRoad: boolean): Parts {
  const line = useMemo(() => lineThrough(points), [points]);
  const [progress, setProgress] = useState<Progress>({ line: null, along: 0 });
  const [lat, lng] = [car?.lat, car?.lng];
  const hasCar = car !== null;
  useEffect(() => {
    if (!line || lat === undefined || lng === undefined) return;
    setProgress((before) => {
      const from = before.line === line ? before.along : 0;
      const { off, along } = progressOn(line, { lat, lng }, { from, reach: OFF_M });
      return { line, along: off > OFF_M && isRoad ? from : along };
    });
  }, [line, lat, lng, isRoad]);
  return useMemo(() => {
    const isKnown = hasCar && line !== null && progress.line === line && progress.along > 0;
    return isKnown ? splitLine(line, points, progress.along) : { behind: [], ahead: points };
  }, [hasCar, line, points, progress]);
}
