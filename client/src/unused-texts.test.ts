import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyFilters, paymentMethods } from '@boli/shared/bookings/bookings.schema';
import { drivenSources } from '@boli/shared/bookings/driven.schema';
import { replayEvents } from '@boli/shared/bookings/replay.schema';
import { en } from '@boli/shared/messages/en';
import { passSpans } from '@boli/shared/pricing/pricing.schema';
import { expect, test } from '@jest/globals';
import { groupings } from './core/periods';
import { liveKinds } from './features/admin/live/live.dots';

const root = process.cwd().endsWith('client') ? join(process.cwd(), '..') : process.cwd();

/** The text of every source file below a folder, without tests and the catalogues themselves. */
function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^messages\/|^testing\//.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'));
}

/** The texts that say why the app asks for a phone's permissions are used only by this script of the phone projects. */
const permissions = readFileSync(join(root, 'native/permissions.mjs'), 'utf8');
const source = [...['client/src', 'server/src', 'shared/src'].flatMap(sourcesIn), permissions].join('\n');

/** A key that is composed in code: `bookings.who_${cancelled_by}` starts with `bookings.who_`, and no text follows. */
interface ComposedKey {
  start: string;
  /** The fixed text after each value. */
  after: readonly string[];
}

const composed: ComposedKey[] = [...source.matchAll(/`(\w+\.[\w.]*)((?:\$\{[^`}]*\}[\w.]*)+)`/g)].map(
  ([, start = '', rest = '']) => ({ start, after: rest.split(/\$\{[^}]*\}/).slice(1) }),
);

/**
 * Whether a composed key is a noun followed only by values, as in `history.${filter}`: it would match every text of
 * that noun, so the test has to know the values.
 */
const isWide = ({ start, after }: ComposedKey) =>
  /^\w+\.$/.test(start) && after.join('|') === '' && Object.keys(en).some((key) => key.startsWith(start));

/** The values in wide keys (`isWide`), by the start of the key. */
const values: Readonly<Record<string, readonly string[]>> = {
  'drivers.': ['active_pdf', 'encrypted_pdf', 'broken_pdf'],
  'earnings.': groupings,
  'history.': historyFilters,
  'live.': [...liveKinds, 'activity', 'list'],
  'map.': ['me', 'pickup', 'drop'],
  'payments.': paymentMethods,
  'pricing.': passSpans,
  'push.': ['unsupported', 'denied'],
  'replay.': [...replayEvents, ...drivenSources, 'planned_line', 'driven_line'],
};

const literally = (text: string) => text.replaceAll('.', '\\.');

function keysOf(key: ComposedKey): RegExp {
  const value = isWide(key) ? `(?:${values[key.start]?.join('|') ?? 'none'})` : '[\\w.]+';
  return new RegExp(`^${literally(key.start)}${key.after.map((text) => `${value}${literally(text)}`).join('')}$`);
}

test('every key of the catalogue is used', () => {
  const forms = composed.map(keysOf);
  const unused = Object.keys(en).filter((key) => !source.includes(`'${key}'`) && !forms.some((form) => form.test(key)));
  expect(unused).toEqual([]);
});

test('the values of every composed key that would match all texts of a noun are listed here, and no others', () => {
  const wide = new Set(composed.filter(isWide).map(({ start }) => start));
  expect([...wide].filter((start) => !values[start])).toEqual([]);
  expect(Object.keys(values).filter((start) => !wide.has(start))).toEqual([]);
});
