import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';

/** Attributes with text for users and screen readers. */
const spoken = new Set([
  'label',
  'title',
  'placeholder',
  'alt',
  'aria-label',
  'description',
  'hint',
  'subtitle',
  'error',
]);
const source = join(process.cwd().endsWith('client') ? process.cwd() : join(process.cwd(), 'client'), 'src');
const hasWords = (text: string) => /\p{L}{2,}/u.test(text);

function screens(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return screens(path);
    return entry.name.endsWith('.tsx') && !entry.name.includes('.test.') ? [path] : [];
  });
}

interface SyntaxNode {
  type?: string;
  value?: unknown;
  name?: { value?: unknown };
}

/** All literals that are visible on the screen. */
function visibleLiterals(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const child of node) visibleLiterals(child, found);
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return found;
  const { type, value, name } = node as SyntaxNode;
  if (type === 'JSXText' && typeof value === 'string' && hasWords(value)) found.push(value.trim());
  if (type === 'JSXAttribute' && spoken.has(String(name?.value))) {
    const text = (value as SyntaxNode | null)?.value;
    if (typeof text === 'string' && hasWords(text)) found.push(text);
  }
  for (const child of Object.values(node)) visibleLiterals(child, found);
  return found;
}

test('every visible text comes from the catalogue', () => {
  const files = screens(source);
  expect(files.length).toBeGreaterThan(20);
  const literals = files.flatMap((file) => {
    const tree = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: true });
    return visibleLiterals(tree.body).map((text) => `${file.slice(source.length + 1)}: ${text}`);
  });
  expect(literals).toEqual([]);
});

test('a literal on a screen would be found', () => {
  const tree = parseSync('export const A = () => <p title="Read me">Hello there</p>', {
    syntax: 'typescript',
    tsx: true,
  });
  expect(visibleLiterals(tree.body)).toEqual(['Read me', 'Hello there']);
});
