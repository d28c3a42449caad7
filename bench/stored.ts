import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Effort, Figure, Row } from './figure';
import { pageOf, type Results } from './page';

const pathOf = (name: string) => fileURLToPath(new URL(`./results/${name}.json`, import.meta.url));
const PAGE = fileURLToPath(new URL('../docs/FIGURES.md', import.meta.url));

type Stored = Omit<Results, 'figure'>;

function read({ name }: Figure): Stored | null {
  const path = pathOf(name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** The rows of a benchmark's last complete run; empty if there was none. */
export function storedRows(figure: Figure): readonly Row[] {
  return read(figure)?.rows ?? [];
}

/** Stores the rows of a complete run of a benchmark. */
export function store(figure: Figure, { seconds, rounds }: Effort, rows: readonly Row[]): void {
  const about = { figure: figure.name, baseline: figure.baseline, node: process.version, cores: cpus().length };
  mkdirSync(fileURLToPath(new URL('./results/', import.meta.url)), { recursive: true });
  writeFileSync(pathOf(figure.name), `${JSON.stringify({ ...about, seconds, rounds, rows }, null, 2)}\n`);
}

/** Draws the page of all stored results again. */
export function drawPage(figures: readonly Figure[]): void {
  const results = figures.flatMap((figure) => {
    const stored = read(figure);
    return stored ? [{ ...stored, figure }] : [];
  });
  const notRun = figures.filter((figure) => !read(figure)).map(({ title }) => title);
  writeFileSync(PAGE, pageOf(results, notRun));
}
