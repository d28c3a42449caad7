import type { Row } from './figure';
import { isValid, ratioText } from './table';

/** A row is reported as worse if its quality, divided by that of its stored result, is below this number. */
const KEPT = 0.75;

/** How good a row is compared with its stored result: below 1 it is worse than before. */
function kept(stored: Row, measured: Row): number {
  const [before, now] = [stored.ratio.median, measured.ratio.median];
  return measured.atLeast !== undefined ? now / before : before / now;
}

/**
 * The names of the rows that are less than three quarters as good as stored, each with both ratios. Their ratio is above
 * 4/3 of the stored ratio if less is better, or below 3/4 of it if more is better. Rows without a goal, rows without a
 * stored ratio, and rows that were disturbed or not run are left out.
 */
export function fallsOf(stored: readonly Row[], measured: readonly Row[]): string[] {
  const before = new Map(stored.map((row) => [row.name, row]));
  return measured.flatMap((row) => {
    const known = before.get(row.name);
    const hasGoal = row.goal !== undefined || row.atLeast !== undefined;
    if (!known || !hasGoal || !isValid(row) || !isValid(known) || kept(known, row) >= KEPT) return [];
    return [`${row.name}: ${ratioText(row.ratio.median)}, before ${ratioText(known.ratio.median)}`];
  });
}
