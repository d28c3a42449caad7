import { parseArgs } from 'node:util';
import { Disturbed } from './disturbed';
import { fallsOf } from './falls';
import { type Figure, type Row, rowNotRun } from './figure';
import { city } from './figures/city';
import { lighthouse } from './figures/lighthouse';
import { p1 } from './figures/p1';
import { p2 } from './figures/p2';
import { p3 } from './figures/p3';
import { p4 } from './figures/p4';
import { p5 } from './figures/p5';
import { p6 } from './figures/p6';
import { p7 } from './figures/p7';
import { p8 } from './figures/p8';
import { p9 } from './figures/p9';
import { p10 } from './figures/p10';
import { p11 } from './figures/p11';
import { p12 } from './figures/p12';
import { p13 } from './figures/p13';
import { p14 } from './figures/p14';
import { p15 } from './figures/p15';
import { p17 } from './figures/p17';
import { drawPage, store, storedRows } from './stored';
import { isMissed, isValid, tableOf } from './table';

/** All benchmarks; each has a separate file. */
const figures: readonly Figure[] = [
  p1,
  p2,
  p3,
  p4,
  p5,
  p6,
  p7,
  p8,
  p9,
  p10,
  p11,
  p12,
  p13,
  p14,
  p15,
  p17,
  city,
  lighthouse,
];

const USAGE = `Usage: npm run bench -- [benchmark …] [options]
  --seconds N   how long one measurement takes (default 0.6; some benchmarks take longer)
  --rounds N    how often each row and its baseline are measured (default 5, short 3)
  --short       measures at a smaller size, and compares with the stored results instead of with the goals
  --only TEXT   only rows whose names contain the text; the results are then not stored
  --profile     writes CPU profiles to bench/results/profiles
  --page        measures nothing, and draws docs/FIGURES.md again from the stored results
Exits with 1 if a goal is missed; with --short, if a row is less than three quarters as good as stored.
Benchmarks: ${figures.map(({ name }) => name).join(', ')}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '0.6' },
    rounds: { type: 'string' },
    short: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    profile: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const { short } = values;
const effort = { ...values, seconds: Number(values.seconds), rounds: Number(values.rounds ?? (short ? 3 : 5)) };
/** Whether an argument names this benchmark: `p1` names p1, but none of p11, p15 and p17. */
const isNamed = (name: string, part: string) => name === part || name.startsWith(`${part}-`);
const wanted = figures.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => isNamed(name, part)),
);

if (values.help || wanted.length === 0 || !(effort.seconds > 0) || !(effort.rounds >= 1)) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(values.help ? 0 : 1);
}

/** Measures a benchmark; a disturbed benchmark gets a single row with the reason. */
async function measured(figure: Figure): Promise<Row[]> {
  try {
    return await figure.measure(effort, (line) => process.stderr.write(`  ${line}\n`));
  } catch (error) {
    if (error instanceof Disturbed) return [rowNotRun(figure.name, error.message)];
    throw error;
  }
}

/** Stores the rows of a complete run, unless one of them was disturbed or not run. */
function keep(figure: Figure, rows: readonly Row[]): void {
  if (effort.only || effort.short || effort.profile) return;
  const unfit = rows.filter((row) => !isValid(row)).map(({ name }) => name);
  if (unfit.length === 0) store(figure, effort, rows);
  else process.stdout.write(`Not stored, because these rows were disturbed or not run: ${unfit.join('; ')}\n\n`);
}

const failed: string[] = [];
for (const figure of values.page ? [] : wanted) {
  const rows = await measured(figure);
  process.stdout.write(`\n${tableOf(figure, rows)}\n\n`);
  keep(figure, rows);
  const misses = short ? fallsOf(storedRows(figure), rows) : rows.filter(isMissed).map(({ name }) => name);
  failed.push(...misses.map((miss) => `${figure.name}: ${miss}`));
}
drawPage(figures);

if (failed.length > 0) {
  const what = short ? 'Less than three quarters as good as stored' : 'Goals missed';
  process.stderr.write(`${what}:\n${failed.map((line) => `  ${line}\n`).join('')}`);
  process.exitCode = 1;
}
