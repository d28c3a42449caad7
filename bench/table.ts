import type { Figure, Row } from './figure';
import type { Spread } from './statistics';

/** How far the median of a control may be from 1. */
const QUIET = 0.03;

/** Whether a row says something about the product: it was run, and nothing else disturbed it. */
export function isValid({ control, notRun }: Row): boolean {
  return notRun === undefined && (control === undefined || Math.abs(control.median - 1) <= QUIET);
}

/** Whether a valid row has a goal and its median misses the goal or is not a number. */
export function isMissed(row: Row): boolean {
  const { ratio, goal, atLeast } = row;
  if (!isValid(row)) return false;
  return (goal !== undefined && !(ratio.median <= goal)) || (atLeast !== undefined && !(ratio.median >= atLeast));
}

/** What became of a row's goal. */
export function verdictOf(row: Row): '' | 'met' | 'missed' | 'disturbed' | 'not run' {
  if (row.notRun !== undefined) return 'not run';
  if (!isValid(row)) return 'disturbed';
  if (row.goal === undefined && row.atLeast === undefined) return '';
  return isMissed(row) ? 'missed' : 'met';
}

/** The goal of a row as a text; empty if it has none. */
export function goalOf({ goal, atLeast }: Row): string {
  if (atLeast !== undefined) return `≥ ${atLeast}`;
  return goal === undefined ? '' : `≤ ${goal}`;
}

/** A ratio as a text: with two decimals, a small one with two significant digits. */
export function ratioText(ratio: number): string {
  return Math.abs(ratio) > 0 && Math.abs(ratio) < 0.1 ? ratio.toPrecision(2) : ratio.toFixed(2);
}

/** A spread as a text. */
function textOf({ min, median, max }: Spread): string {
  return [min, median, max].map(ratioText).join(' / ');
}

function cells(row: Row): Record<string, string> {
  return {
    measured: row.name,
    'min / median / max': row.notRun === undefined ? textOf(row.ratio) : row.notRun,
    goal: goalOf(row),
    '': verdictOf(row),
    ...(row.control && { control: textOf(row.control) }),
    ...row.shown,
  };
}

/** Formats a benchmark as a table in Markdown; a ratio of 1 is the baseline. */
export function tableOf(figure: Pick<Figure, 'title' | 'baseline'>, rows: readonly Row[]): string {
  const lines = rows.map(cells);
  const headings = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  const width = (heading: string) => Math.max(heading.length, ...lines.map((line) => (line[heading] ?? '').length));
  const format = (values: (heading: string) => string) =>
    `| ${headings.map((heading) => values(heading).padEnd(width(heading))).join(' | ')} |`;
  return [
    `${figure.title}, as a multiple of ${figure.baseline}`,
    '',
    format((heading) => heading),
    `|${headings.map((heading) => '-'.repeat(width(heading) + 2)).join('|')}|`,
    ...lines.map((line) => format((heading) => line[heading] ?? '')),
  ].join('\n');
}
