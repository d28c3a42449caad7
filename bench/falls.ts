import type { Row } from './figure';
import { isValid, ratioText } from './table';

/** A row that has kept less than this share of its stored ratio has fallen. */
const KEPT = 0.75;

/** How much of its stored ratio a row has kept: below 1 it is worse than before. */
function kept(stored: Row, measured: Row): number {
  const [before, now] = [stored.ratio.median, measured.ratio.median];
  return measured.atLeast !== undefined ? now / before : before / now;
}

/**
 * The names of the rows that have fallen by more than a quarter against their stored ratio, each with both ratios. A ratio
 * of which less is better has fallen when three quarters of it are more than the stored one. Rows without a goal, rows
 * without a stored ratio, and rows that were disturbed or not run are left out.
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
