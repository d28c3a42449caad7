import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { en } from '@boli/shared/messages/en';
import { expect, test } from '@jest/globals';

const root = process.cwd().endsWith('client') ? join(process.cwd(), '..') : process.cwd();

/** The text of every source file below a folder, without tests and the catalogues themselves. */
function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^messages\/|^testing\//.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'));
}

const source = ['client/src', 'server/src', 'shared/src'].flatMap(sourcesIn).join('\n');

/** Keys that are composed in code: `bookings.who_${cancelled_by}` stands for every key of that form. */
const composed = [...source.matchAll(/`(\w+\.[\w.]*)\$\{[^`]*?\}([\w.]*)`/g)].map(
  ([, start = '', end = '']) => new RegExp(`^${start.replaceAll('.', '\\.')}[\\w.]+${end.replaceAll('.', '\\.')}$`),
);

test('every key of the catalogue is used', () => {
  const unused = Object.keys(en).filter(
    (key) => !source.includes(`'${key}'`) && !composed.some((form) => form.test(key)),
  );
  expect(unused).toEqual([]);
});
