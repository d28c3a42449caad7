import { expect, test } from '@jest/globals';
import type { Row } from './figure';
import { pageOf } from './page';
import { spreadOf } from './statistics';

const row = (name: string, ratio: number, more: Partial<Row> = {}): Row => ({
  name,
  ratio: spreadOf([ratio]),
  shown: {},
  ...more,
});

test('the page shows a bar for each row with a mark at its goal; a bar is cut off at twice the goal', () => {
  const rows = [
    row('half', 0.5, { goal: 1 }),
    row('twice', 4, { goal: 2 }),
    row('far', 9, { goal: 1 }),
    row('enough', 0.9, { atLeast: 0.9 }),
    row('shown', 1),
    row('none', Number.NaN, { goal: 1, notRun: 'no second core' }),
  ];
  const page = pageOf([{ figure: { title: 'P0: a figure', baseline: 'nothing' }, node: 'v20', cores: 2, rows }], []);
  const bars = page.split('\n').filter((line) => line.includes('|') && /^\w+ /.test(line) && !line.startsWith('Made'));
  expect(page).toContain('## P0: a figure');
  expect(bars).toEqual([
    `half       0.50  ${'█'.repeat(15)}${'·'.repeat(15)}|  ≤ 1  met`,
    `twice      4.00  ${'█'.repeat(30)}|${'█'.repeat(30)}  ≤ 2  missed`,
    `far        9.00  ${'█'.repeat(30)}|${'█'.repeat(30)}…  ≤ 1  missed`,
    `enough     0.90  ${'█'.repeat(30)}|  ≥ 0.9  met`,
    `shown      1.00  ${'█'.repeat(30)}|`,
  ]);
  expect(page).toContain('none    no second core  ≤ 1  not run');
});

test('the page lists the benchmarks that have no stored results', () => {
  expect(pageOf([], ['P0: a figure'])).toMatch(/## Not run undisturbed yet\n\n- P0: a figure\n$/);
  expect(pageOf([], [])).not.toContain('Not run');
});
