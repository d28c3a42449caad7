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
  children?: SyntaxNode[];
  expression?: SyntaxNode;
  quasis?: { raw?: string }[];
  consequent?: SyntaxNode;
  alternate?: SyntaxNode;
}

/** The literals that an expression in braces shows: `{'Hello'}`, `{`Hello ${name}`}`, `{isNew ? 'New' : 'Old'}`. */
function shownBy(node: SyntaxNode | null | undefined): string[] {
  if (node?.type === 'JSXExpressionContainer') return shownBy(node.expression);
  if (node?.type === 'ConditionalExpression') return [...shownBy(node.consequent), ...shownBy(node.alternate)];
  if (node?.type === 'TemplateLiteral') return (node.quasis ?? []).map(({ raw }) => raw ?? '').filter(hasWords);
  return node?.type === 'StringLiteral' && typeof node.value === 'string' && hasWords(node.value) ? [node.value] : [];
}

/** All literals that are visible on the screen. */
function visibleLiterals(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const child of node) visibleLiterals(child, found);
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return found;
  const { type, value, name, children = [] } = node as SyntaxNode;
  if (type === 'JSXElement' || type === 'JSXFragment')
    found.push(...children.filter((child) => child.type === 'JSXExpressionContainer').flatMap(shownBy));
  if (type === 'JSXText' && typeof value === 'string' && hasWords(value)) found.push(value.trim());
  if (type === 'JSXAttribute' && spoken.has(String(name?.value))) {
    found.push(...shownBy(value as SyntaxNode | null));
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

test.each([
  ['<p title="Read me">Hello there</p>', ['Read me', 'Hello there']],
  ["<p>{isNew ? 'Hello' : t('common.back')}</p>", ['Hello']],
  ['<p aria-label={`Hello`}>{name}</p>', ['Hello']],
  ["<p className={'plain'} title={t('common.back')}>{t('common.back')} · 5</p>", []],
])('the check finds the literals on a screen: %s', (screen, literals) => {
  const tree = parseSync(`export const A = () => ${screen}`, { syntax: 'typescript', tsx: true });
  expect(visibleLiterals(tree.body)).toEqual(literals);
});

/** Calls of `t` outside functions: they would keep the language in which the module was loaded. */
function translatedAtLoad(node: unknown): number {
  if (node === null || typeof node !== 'object') return 0;
  if (Array.isArray(node)) return node.reduce((sum: number, child) => sum + translatedAtLoad(child), 0);
  const { type, callee } = node as SyntaxNode & { callee?: SyntaxNode };
  if (/Function|ClassMethod|Constructor/.test(type ?? '')) return 0;
  const own = type === 'CallExpression' && callee?.type === 'Identifier' && callee.value === 't' ? 1 : 0;
  return Object.values(node).reduce((sum: number, child) => sum + translatedAtLoad(child), own);
}

test('no text is translated while a module is loaded, because it would stay in the language of that moment', () => {
  const parse = (code: string, tsx = true) => parseSync(code, { syntax: 'typescript', tsx }).body;
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  );
  const early = files.filter(
    (name) => translatedAtLoad(parse(readFileSync(join(source, name), 'utf8'), name.endsWith('x'))) > 0,
  );
  expect(early).toEqual([]);
  expect(translatedAtLoad(parse("const word = { label: t('common.back') }"))).toBe(1);
  expect(translatedAtLoad(parse("const word = () => t('common.back')"))).toBe(0);
});
