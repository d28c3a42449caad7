import type { Figure, Row } from './figure';

/** Whether a row has a goal and its median exceeds the goal or is not a number. */
export function isMissed({ ratio, goal }: Row): boolean {
  return goal !== undefined && !(ratio.median <= goal);
}

function verdict(row: Row): string {
  if (row.goal === undefined) return '';
  return isMissed(row) ? 'missed' : 'met';
}

function cells(row: Row): Record<string, string> {
  const { min, median, max } = row.ratio;
  return {
    measured: row.name,
    'min / median / max': `${min.toFixed(2)} / ${median.toFixed(2)} / ${max.toFixed(2)}`,
    goal: row.goal === undefined ? '' : `≤ ${row.goal}`,
    '': verdict(row),
    ...row.shown,
  };
}

/** Formats a benchmark as a table in Markdown; a ratio of 1 is the baseline. */
export function tableOf(figure: Figure, rows: readonly Row[]): string {
  const lines = rows.map(cells);
  const headings = Object.keys(lines[0] ?? {});
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
