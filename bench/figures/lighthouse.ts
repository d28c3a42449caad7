import type { Result } from 'lighthouse';
import { measuredPages, pointsOf, startAuditor } from '../../e2e/support/lighthouse';
import { startBoli } from '../../e2e/support/server';
import { build } from '../../scripts/build.mjs';
import type { Effort, Figure, Row } from '../figure';
import { spreadOf } from '../statistics';

/** The categories whose points are shown beside those of the performance. */
const others = ['accessibility', 'best-practices'] as const;
/** Lighthouse's times in milliseconds, under the headings of the table. */
const times = {
  'first paint ms': 'first-contentful-paint',
  'largest paint ms': 'largest-contentful-paint',
  'blocked ms': 'total-blocking-time',
} as const;

const medianOf = (results: readonly Result[], value: (result: Result) => number) => spreadOf(results.map(value)).median;

function row(name: string, results: readonly Result[]): Row {
  const figure = (audit: string) => medianOf(results, ({ audits }) => audits[audit]?.numericValue ?? Number.NaN);
  return {
    name,
    ratio: spreadOf(results.map((result) => pointsOf(result, 'performance') / 100)),
    shown: {
      ...Object.fromEntries(Object.entries(times).map(([heading, audit]) => [heading, figure(audit).toFixed(0)])),
      kB: (figure('total-byte-weight') / 1_000).toFixed(0),
      ...Object.fromEntries(
        others.map((category) => [category, medianOf(results, (result) => pointsOf(result, category)).toFixed(0)]),
      ),
    },
  };
}

/** Audits every page `rounds` times, in turns, in a new browser for each round. */
async function measure({ rounds, only }: Effort, report: (line: string) => void): Promise<Row[]> {
  if (!(await build())) throw new Error('the build failed');
  const boli = await startBoli();
  try {
    const pages = (await measuredPages(boli.url)).filter(({ name }) => name.includes(only));
    const results = new Map(pages.map(({ name }) => [name, [] as Result[]]));
    for (let round = 1; round <= rounds; round++) {
      const auditor = await startAuditor();
      for (const page of pages) {
        const result = await auditor.audit(page, { onlyCategories: ['performance', ...others] });
        results.get(page.name)?.push(result);
        report(`${page.name}, round ${round}: ${pointsOf(result, 'performance')}`);
      }
      await auditor.close();
    }
    return [...results].map(([name, all]) => row(name, all));
  } finally {
    await boli.stop();
  }
}

/**
 * Lighthouse's points for the first load on a simulated slow phone. The limits that the load must keep are tested by
 * e2e/first-load and e2e/first-paint, the points of the other categories by e2e/lighthouse.
 */
export const lighthouse: Figure = {
  name: 'lighthouse',
  title: 'Lighthouse: performance of the first load on a phone',
  baseline: '100 points',
  measure,
};
