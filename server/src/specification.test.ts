import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMessageKey } from '@boli/shared/core/messages';
import { allEndpoints } from '@boli/shared/endpoints';
import { en } from '@boli/shared/messages/en';
import { describe, expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';
import { type RowMutant, rowMutants } from '../../scripts/row-mutants.list.mjs';
import { keyed, readResults, summaryOf } from '../../scripts/row-mutants.results.mjs';
import { type Row, rowsOf } from '../../scripts/specification.mjs';
import { root } from './root';

/**
 * Checks `docs/specification.md`. Every row of its tables names an existing test, and has a mutant that was killed or
 * the reason why it has none. Every file that the document names exists, and every text that it quotes is in the
 * catalogue of messages.
 */
const guide = readFileSync(join(root, 'docs/specification.md'), 'utf8');

const sections = new Map(
  guide.split(/^## /m).map((part) => [part.slice(0, part.indexOf('\n')), rowsOf(part)] as const),
);
const rows = rowsOf(guide);
const source = (file: string) => readFileSync(join(root, file), 'utf8');

interface SyntaxNode {
  type?: string;
  callee?: SyntaxNode;
  object?: SyntaxNode;
  property?: SyntaxNode;
  tag?: SyntaxNode;
  value?: unknown;
  expression?: SyntaxNode;
  arguments?: { expression?: SyntaxNode }[];
  quasis?: { raw?: string }[];
}

/** The name of the called function: `test` in `test('…')`, `test.each([…])('…')` and `` test(`…`) ``. */
function functionName(node: SyntaxNode | undefined): string {
  if (!node) return '';
  if (node.type === 'Identifier') return String(node.value);
  if (node.property && node.property.value !== 'each') return '';
  return functionName(node.callee ?? node.object ?? node.tag);
}

function textOf(node: SyntaxNode | undefined): string | null {
  if (node?.type === 'StringLiteral') return String(node.value);
  return node?.type === 'TemplateLiteral' ? (node.quasis ?? []).map(({ raw }) => raw).join('…') : null;
}

/** The names of all tests of a file, as written there: `%s` is not replaced. */
function testsIn(file: string): Set<string> {
  const names = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const call: SyntaxNode = node;
    if (call.type === 'CallExpression' && ['test', 'it'].includes(functionName(call.callee))) {
      const name = textOf(call.arguments?.[0]?.expression);
      if (name !== null) names.add(name);
    }
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseSync(source(file), { syntax: 'typescript', tsx: file.endsWith('x') }).body);
  return names;
}

const known = new Map<string, Set<string>>();
function hasTest({ file, name }: Row['proofs'][number]): boolean {
  if (!/\.(test|e2e)\.tsx?$/.test(file) || !existsSync(join(root, file))) return false;
  const names = known.get(file) ?? testsIn(file);
  known.set(file, names);
  return names.has(name);
}

/** How many times the code that a mutant replaces occurs in its file. */
function timesOf({ workspace, file, find }: RowMutant): number {
  const path = `${workspace}/src/${file}`;
  return existsSync(join(root, path)) ? source(path).split(find).length - 1 : 0;
}

describe('docs/specification.md', () => {
  test('has rows for every section, each with a unique id', () => {
    const headings = [...sections.keys()].filter((heading) => /^\d/.test(heading));
    expect(headings.map((heading) => Number.parseInt(heading, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const heading of headings)
      expect([heading, (sections.get(heading)?.length ?? 0) > 0]).toEqual([heading, true]);
    expect(rows.map(({ id }) => id).filter((id, place, all) => all.indexOf(id) !== place)).toEqual([]);
  });

  test('names a test for every row, and each of these tests exists', () => {
    const unproven = rows.flatMap(({ id, proofs }) =>
      proofs.filter((proof) => !hasTest(proof)).map(({ file, name }) => `${id}: ${file} › ${name}`),
    );
    expect(unproven).toEqual([]);
  });

  test('names only files that exist', () => {
    const named = rows.flatMap(({ id, where }) =>
      [...where.matchAll(/`([^`]*\/[^`]*)`/g)].map(([, file]) => ({ id, file })),
    );
    expect(named.filter(({ file = '' }) => !existsSync(join(root, file)))).toEqual([]);
    expect(named.length).toBeGreaterThan(100);
  });

  test('quotes only texts of the catalogue', () => {
    const texts = new Set<string>(Object.values(en));
    const quoted = rows
      .filter(({ id }) => !id.startsWith('T'))
      .flatMap(({ id, says }) => [...says.matchAll(/‘([^’]+)’/g)].map(([, text = '']) => ({ id, text })));
    expect(quoted.filter(({ text }) => !texts.has(text))).toEqual([]);
    expect(quoted.length).toBeGreaterThan(50);
  });

  test('has every text of its table in the catalogue, to the letter, and each proof mentions it', () => {
    const texts = rows.filter(({ id }) => id.startsWith('T'));
    expect(texts.length).toBeGreaterThan(200);
    const wrong = texts.filter(({ says, where, proofs }) => {
      const [key, text] = [where.replaceAll('`', ''), says.replaceAll('`', '')];
      if (!isMessageKey(key) || en[key] !== text) return true;
      // A test contains the text with its placeholders filled: only the pieces between them are looked for.
      const pieces = text.split(/\{\w+\}/).filter((piece) => piece.trim() !== '');
      return proofs.some(({ file }) => !pieces.every((piece) => source(file).replaceAll("\\'", "'").includes(piece)));
    });
    expect(wrong.map(({ id, says }) => `${id}: ${says}`)).toEqual([]);
  });

  test('has the 35 calls of section 7, and all of them are served', () => {
    const served = allEndpoints.map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`);
    const calls = rows
      .filter(({ id }) => id.startsWith('C'))
      .map(({ says }) => /`([A-Z]+ [^`?]+)/.exec(says)?.[1] ?? says);
    expect(calls).toHaveLength(35);
    expect(calls.map((call) => call.replace(/\{[^}]+\}/g, '{}')).filter((call) => !served.includes(call))).toEqual([]);
  });

  test('has for each row a mutant whose code is found exactly once in its file, or the reason why it has none', async () => {
    const entries = await rowMutants();
    const listed = new Set(entries.map(({ row }) => row));
    const without = rows.filter(({ id }) => !listed.has(id));
    expect(without.map(({ id }) => id)).toEqual([]);
    const ids = new Set(rows.map(({ id }) => id));
    const lost = entries.filter((entry) => !ids.has(entry.row) || ('find' in entry && timesOf(entry) !== 1));
    expect(lost.map(({ row }) => row)).toEqual([]);
  });

  test('has a result with a date for each mutant of its rows, and each mutant was killed', async () => {
    const [entries, results] = [keyed(await rowMutants()), readResults()];
    const judged = entries.filter((entry) => 'find' in entry).map(({ key }) => key);
    const survived = judged.filter((key) => results[key]?.outcome !== 'killed');
    expect(survived).toEqual([]);
    expect(Object.keys(results).filter((key) => !judged.includes(key))).toEqual([]);
    expect(guide).toContain(summaryOf(entries, results));
  });
});
