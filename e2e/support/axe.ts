import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { still } from './still';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The rules of WCAG 2.2 A and AA and the best practices. Only violations are returned, which halves the time. */
const rules: RunOptions = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/**
 * Turns transitions off: the colours of a button that becomes enabled during the check would still be partly those of
 * a disabled one.
 */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

async function faults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(source);
  const { violations }: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(rules)})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`);
}

/** The violations that axe finds on the current page in these colour schemes, as `scheme: rule: elements`. */
export async function faultsOf(page: Page, schemes: readonly ('light' | 'dark')[]): Promise<string[]> {
  const found: string[] = [];
  await endTransitions(page);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((asked) => document.documentElement.dataset.mantineColorScheme === asked, colorScheme);
    // Colours are mixed during a fade.
    await still(page);
    for (const fault of await faults(page)) found.push(`${colorScheme}: ${fault}`);
  }
  return found;
}

/** Expects that axe finds no violation on the current page, in the light and the dark scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await faultsOf(page, ['light', 'dark'])).toEqual([]);
}
