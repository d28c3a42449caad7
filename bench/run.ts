import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { city } from './figures/city';
import { lighthouse } from './figures/lighthouse';
import { p8 } from './figures/p8';
import { p11 } from './figures/p11';
import { p15 } from './figures/p15';
import { p17 } from './figures/p17';
import { isMissed, tableOf } from './table';

/** All benchmarks; each has a separate file. */
const figures = [p8, p11, p15, p17, city, lighthouse];
const RESULTS = fileURLToPath(new URL('./results/', import.meta.url));

const USAGE = `Usage: npm run bench -- [benchmark …] [options]
  --seconds N   how long one measurement takes (default 0.6)
  --rounds N    how often each row and its baseline are measured (default 5)
  --only TEXT   only rows whose names contain the text; the results are then not stored
  --profile     writes CPU profiles to bench/results/profiles
Exits with 1 if a goal is missed.
Benchmarks: ${figures.map(({ name }) => name).join(', ')}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '0.6' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    profile: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const effort = { ...values, seconds: Number(values.seconds), rounds: Number(values.rounds) };
const wanted = figures.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.startsWith(part)),
);

if (values.help || wanted.length === 0 || !(effort.seconds > 0) || !(effort.rounds >= 1)) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(values.help ? 0 : 1);
}

mkdirSync(RESULTS, { recursive: true });
const missed: string[] = [];
for (const figure of wanted) {
  const rows = await figure.measure(effort, (line) => process.stderr.write(`  ${line}\n`));
  process.stdout.write(`\n${tableOf(figure, rows)}\n\n`);
  missed.push(...rows.filter(isMissed).map(({ name }) => `${figure.name}: ${name}`));
  if (effort.only) continue;
  const about = {
    figure: figure.name,
    baseline: figure.baseline,
    node: process.version,
    cores: availableParallelism(),
  };
  const { seconds, rounds } = effort;
  writeFileSync(`${RESULTS}${figure.name}.json`, `${JSON.stringify({ ...about, seconds, rounds, rows }, null, 2)}\n`);
}

if (missed.length > 0) {
  process.stderr.write(`Goals missed:\n${missed.map((line) => `  ${line}\n`).join('')}`);
  process.exitCode = 1;
}
