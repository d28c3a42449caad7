import type { Figure, Row } from './figure';
import { goalOf, ratioText, verdictOf } from './table';

/** The width of a bar that reaches its goal (the baseline if the row has no goal), and the width of the longest bar. */
const [GOAL_WIDTH, MAX_WIDTH] = [30, 60];

/** The stored results of a benchmark. */
export interface Results {
  figure: Pick<Figure, 'title' | 'baseline'>;
  node: string;
  cores: number;
  rows: readonly Row[];
}

/** The bar of a ratio, with a mark at its goal (or at the baseline). */
function barOf({ ratio: { median }, goal, atLeast }: Row): string {
  const length = Math.round((median / (goal ?? atLeast ?? 1)) * GOAL_WIDTH);
  if (!Number.isFinite(length)) return '';
  const bar = '█'.repeat(Math.max(0, Math.min(length, MAX_WIDTH)));
  const marked = `${bar.padEnd(GOAL_WIDTH, '·').slice(0, GOAL_WIDTH)}|${bar.slice(GOAL_WIDTH)}`;
  return length > MAX_WIDTH ? `${marked}…` : marked;
}

function lineOf(row: Row, width: number): string {
  const ratio = row.notRun ?? ratioText(row.ratio.median);
  return [row.name.padEnd(width), ratio.padStart(7), barOf(row), goalOf(row), verdictOf(row)]
    .filter(Boolean)
    .join('  ')
    .trimEnd();
}

function chapterOf({ figure, node, cores, rows }: Results): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return `## ${figure.title}

As a multiple of ${figure.baseline}. Node ${node}, ${cores} cores.

\`\`\`text
${rows.map((row) => lineOf(row, width)).join('\n')}
\`\`\`
`;
}

/**
 * The page of all stored results, in Markdown: a bar for the median of each row. `notRun` are the titles of the benchmarks
 * without a complete and undisturbed run.
 */
export function pageOf(results: readonly Results[], notRun: readonly string[]): string {
  const missing =
    notRun.length > 0 ? `\n## Not run undisturbed yet\n\n${notRun.map((title) => `- ${title}\n`).join('')}` : '';
  return `# Figures

Made by \`npm run bench\` from \`bench/results/\`; do not edit. Every bar is a median of ratios, or in P14 of counts; the mark \`|\` is the goal, or the baseline where there is none. What is measured and how: [bench/README.md](../bench/README.md).

${results.map(chapterOf).join('\n')}${missing}`;
}
