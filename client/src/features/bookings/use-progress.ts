import type { Point } from '@boli/shared/core/fields';
import { type Line, lineThrough, OFF_M, progressOn, splitLine } from '@boli/shared/geo/line';
import { useEffect, useMemo, useState } from 'react';

interface Parts {
  /** What is driven of the way; nothing where the car is not known. */
  behind: Point[];
  ahead: readonly Point[];
}

/** How far a car was on a line, in metres. */
interface Progress {
  line: Line | null;
  along: number;
}

/**
 * The way in its two parts, as the car moves along it. `isRoad`: the way follows a road, so that a car beside it has left
 * it; the car is beside a straight line all the time. One that may have left its road stands where it left, as on the
 * server, until it is back or another way is known.
 */
export function useProgress(points: readonly Point[], car: Point | null, isRoad: boolean): Parts {
  const line = useMemo(() => lineThrough(points), [points]);
  const [progress, setProgress] = useState<Progress>({ line: null, along: 0 });
  const [lat, lng] = [car?.lat, car?.lng];
  useEffect(() => {
    if (!line || lat === undefined || lng === undefined) return;
    setProgress((before) => {
      const from = before.line === line ? before.along : 0;
      const { off, along } = progressOn(line, { lat, lng }, { from, reach: OFF_M });
      return { line, along: off > OFF_M && isRoad ? from : along };
    });
  }, [line, lat, lng, isRoad]);
  return useMemo(() => {
    const isKnown = line !== null && progress.line === line && progress.along > 0;
    return isKnown ? splitLine(line, points, progress.along) : { behind: [], ahead: points };
  }, [line, points, progress]);
}
