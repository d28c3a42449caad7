import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import mongoose, { type Schema } from 'mongoose';
import { root } from './root';

const folder = join(root, 'server/src');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.model.ts'));

beforeAll(async () => {
  for (const file of files) await import(join(folder, file));
});

/** The schema and those of all its embedded documents, by their paths. */
function parts(path: string, schema: Schema): [string, Schema][] {
  const inner = Object.entries(schema.paths).flatMap(([name, type]) =>
    'schema' in type && type.schema instanceof mongoose.Schema ? parts(`${path}.${name}`, type.schema) : [],
  );
  return [[path, schema], ...inner];
}

const all = () => Object.values(mongoose.models).flatMap(({ collection, schema }) => parts(collection.name, schema));

test('all models are found, with their embedded documents', () => {
  const names = all().map(([path]) => path);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(mongoose.models).length).toBeGreaterThanOrEqual(files.length);
  expect(names).toEqual(expect.arrayContaining(['bookings.order', 'ride_requests.quotes', 'journal.lines', 'users']));
});

test('a write or a filter with a field that the schema lacks throws instead of dropping the field', () => {
  const lenient = all().filter(
    ([, { options }]) => options.strict !== 'throw' || options.strictQuery !== 'throw' || options.versionKey !== false,
  );
  expect(lenient.map(([path]) => path)).toEqual([]);
});
