import { LEAST_OBSERVATIONS } from '../core/constants';
import { ODDS_MINUTES } from './odds';
import { type Said, saids } from './said';

/** The wait is divided into parts of this many seconds. */
const PART_S = 10;
/** The number of parts of a whole wait. */
export const WAIT_PARTS = (ODDS_MINUTES * 60) / PART_S;

/** The part in which an observation ended after these seconds; `WAIT_PARTS` for one that lasted the whole wait. */
export const partOf = (seconds: number): number => Math.min(WAIT_PARTS, Math.max(0, Math.floor(seconds / PART_S)));

/** Estimates with the same wording whose observation ended in the same part of the wait. */
export interface Outcomes {
  said: Said;
  /** Whether a cheaper quote came; otherwise the request was closed, or the wait was over. */
  came: boolean;
  part: number;
  count: number;
  /** The sum of the probabilities. */
  chances: number;
}

/** One row of the calibration: the average chance of `count` estimates, and how many percent of them came true. */
export interface CalibrationRow {
  said: Said;
  count: number;
  /** Null with fewer than 30 estimates. */
  said_percent: number | null;
  came_percent: number | null;
}

/**
 * The share of the estimates that come true within the whole wait. Some observations end early, because the customer
 * has chosen or the request is closed. The share is therefore computed by a life table (Kaplan and Meier): an estimate
 * whose observation ended early counts half in the part of the wait in which the observation ended.
 */
function cameTrue(rows: readonly Outcomes[]): number {
  const sum = (filter: (row: Outcomes) => boolean) =>
    rows.filter(filter).reduce((total, { count }) => total + count, 0);
  let stays = 1;
  for (let part = 0; part < WAIT_PARTS; part++) {
    const left = sum((row) => row.part >= part) - sum((row) => row.part === part && !row.came) / 2;
    if (left > 0) stays *= 1 - sum((row) => row.part === part && row.came) / left;
  }
  return 1 - stays;
}

/** Compares the estimates with what came true, for each wording. */
export function calibrate(outcomes: readonly Outcomes[]): CalibrationRow[] {
  return saids.map((said) => {
    const rows = outcomes.filter((row) => row.said === said);
    const count = rows.reduce((total, row) => total + row.count, 0);
    if (count < LEAST_OBSERVATIONS) return { said, count, said_percent: null, came_percent: null };
    const chances = rows.reduce((total, row) => total + row.chances, 0);
    return {
      said,
      count,
      said_percent: Math.round((chances * 100) / count),
      came_percent: Math.round(cameTrue(rows) * 100),
    };
  });
}
