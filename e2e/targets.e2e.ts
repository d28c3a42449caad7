import { pressedRoles, smallTargets } from './support/targets';
import { expect, test } from './support/test';

const elements = [
  ...['<button>Go</button>', '<a href="/">Go</a>', '<select></select>', '<textarea></textarea>'],
  ...['<summary>Go</summary>', '<input>', '<input type="range">', '<input type="checkbox">'],
  ...pressedRoles.map((role) => `<div role="${role}">Go</div>`),
];

/** A page with all `elements` below each other, each of this size in pixels. */
const pageOf = (size: number) =>
  `<style>body > * { appearance: none; border: 0; box-sizing: border-box; display: block; height: ${size}px;
  margin: 0 0 48px; overflow: hidden; padding: 0; width: ${size}px }</style>${elements.join('')}`;

test('a control of each kind and role counts as too small with 42 pixels, and as large enough with 44', async ({
  page,
}) => {
  await page.setContent(pageOf(42));
  expect(await smallTargets(page)).toHaveLength(elements.length);
  await page.setContent(pageOf(44));
  expect(await smallTargets(page)).toEqual([]);
});
