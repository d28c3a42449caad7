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
  'legend',
  'message',
  'text',
  'buttonLabel',
  'fieldLabel',
  'aria-valuetext',
]);
const toasts = new Set(['error', 'info', 'success', 'warning']);
const source = join(process.cwd().endsWith('client') ? process.cwd() : join(process.cwd(), 'client'), 'src');
const hasWords = (text: string) => /\p{L}{2,}/u.test(text);

/** Every source file of the client without tests, relative to `src`. */
const sources = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.|(^|\/)testing\//.test(name),
);
const parse = (code: string, tsx = true) => parseSync(code, { syntax: 'typescript', tsx }).body;
const parseFile = (name: string) => parse(readFileSync(join(source, name), 'utf8'), name.endsWith('x'));

interface SyntaxNode {
  type?: string;
  value?: unknown;
  name?: { value?: unknown };
  children?: SyntaxNode[];
  expression?: SyntaxNode;
  quasis?: { raw?: string }[];
  consequent?: SyntaxNode;
  alternate?: SyntaxNode;
  operator?: string;
  left?: SyntaxNode;
  right?: SyntaxNode;
  object?: SyntaxNode;
  property?: SyntaxNode;
  callee?: SyntaxNode;
  arguments?: { expression?: SyntaxNode }[];
}

/**
 * The literals that an expression shows: `'Hello'`, `Hello ${name}`, `isNew ? 'New' : 'Old'`, `isNew && 'New'`,
 * `name ?? 'Nobody'`, `'Hello ' + name`.
 */
function shownBy(node: SyntaxNode | null | undefined): string[] {
  if (node?.type === 'JSXExpressionContainer') return shownBy(node.expression);
  if (node?.type === 'ConditionalExpression') return [...shownBy(node.consequent), ...shownBy(node.alternate)];
  if (node?.type === 'ParenthesisExpression') return shownBy(node.expression);
  if (node?.type === 'BinaryExpression' && node.operator === '&&') return shownBy(node.right);
  if (node?.type === 'BinaryExpression' && ['??', '||', '+'].includes(node.operator ?? ''))
    return [...shownBy(node.left), ...shownBy(node.right)];
  if (node?.type === 'TemplateLiteral') return (node.quasis ?? []).map(({ raw }) => raw ?? '').filter(hasWords);
  return node?.type === 'StringLiteral' && typeof node.value === 'string' && hasWords(node.value) ? [node.value] : [];
}

/** The literals that `toast.error(text, about)` and the other kinds of toasts show. */
function shownByCall({ callee, arguments: [first] = [] }: SyntaxNode): string[] {
  const isToast = callee?.object?.value === 'toast' && toasts.has(String(callee.property?.value));
  return isToast ? shownBy(first?.expression) : [];
}

/** All literals that are visible on the screen. */
function visibleLiterals(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const child of node) visibleLiterals(child, found);
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return found;
  const { type, value, name, children = [] } = node as SyntaxNode;
  if (type === 'JSXElement' || type === 'JSXFragment')
    found.push(...children.filter((child) => child.type === 'JSXExpressionContainer').flatMap(shownBy));
  if (type === 'CallExpression') found.push(...shownByCall(node as SyntaxNode));
  if (type === 'JSXText' && typeof value === 'string' && hasWords(value)) found.push(value.trim());
  if (type === 'JSXAttribute' && spoken.has(String(name?.value))) {
    found.push(...shownBy(value as SyntaxNode | null));
  }
  for (const child of Object.values(node)) visibleLiterals(child, found);
  return found;
}

test('every visible text comes from the catalogue', () => {
  expect(sources.length).toBeGreaterThan(300);
  const literals = sources.flatMap((name) => visibleLiterals(parseFile(name)).map((text) => `${name}: ${text}`));
  expect(literals).toEqual([]);
});

test.each([
  ['<p title="Read me">Hello there</p>', ['Read me', 'Hello there']],
  ["<p>{isNew ? 'Hello' : t('common.back')}</p>", ['Hello']],
  ['<p aria-label={`Hello`}>{name}</p>', ['Hello']],
  ["<p>{isNew && 'Hello'}{name ?? 'Nobody'}</p>", ['Hello', 'Nobody']],
  ['<p>{(\'Hello \' + name) || "Hi"}</p>', ['Hello ', 'Hi']],
  ["<Segments legend='Show' />", ['Show']],
  ["toast.error(isLate ? 'Too late' : t('common.back'))", ['Too late']],
  ["toast.error(t('common.back'), 'payments')", []],
  ["<p>{kind === 'late' && t('common.back')}</p>", []],
  ["<p className={'plain'} title={t('common.back')}>{t('common.back')} · 5</p>", []],
])('the check finds the literals on a screen: %s', (screen, literals) => {
  expect(visibleLiterals(parse(`export const A = () => ${screen}`))).toEqual(literals);
});

/** The number of calls of `t` outside functions: their texts would keep the language in which the module was loaded. */
function translatedAtLoad(node: unknown): number {
  if (node === null || typeof node !== 'object') return 0;
  if (Array.isArray(node)) return node.reduce((sum: number, child) => sum + translatedAtLoad(child), 0);
  const { type, callee } = node as SyntaxNode & { callee?: SyntaxNode };
  if (/Function|ClassMethod|Constructor/.test(type ?? '')) return 0;
  const own = type === 'CallExpression' && callee?.type === 'Identifier' && callee.value === 't' ? 1 : 0;
  return Object.values(node).reduce((sum: number, child) => sum + translatedAtLoad(child), own);
}

test('no text is translated while a module is loaded, because it would stay in the language of that moment', () => {
  const early = sources.filter((name) => translatedAtLoad(parseFile(name)) > 0);
  expect(early).toEqual([]);
  expect(translatedAtLoad(parse("const word = { label: t('common.back') }"))).toBe(1);
  expect(translatedAtLoad(parse("const word = () => t('common.back')"))).toBe(0);
});
