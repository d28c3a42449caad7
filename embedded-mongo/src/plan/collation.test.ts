import { beforeEach, expect, test } from '@jest/globals';
import type { CollationOptions, Collection, Document, Filter } from 'mongodb';
import { storeForTests } from '../testing/store-for-tests';

const at = storeForTests();
let people: Collection<Document>;

beforeEach(() => {
  people = at.db.collection('people');
});

const NO_CASE = { locale: 'en', strength: 2 } as const;
const BARE = { locale: 'fr', strength: 1 } as const;

async function found(query: Filter<Document>, collation?: CollationOptions) {
  const cursor = people.find(query, collation ? { collation } : {});
  const explained = await cursor.explain('executionStats');
  const { stage, inputStage } = explained.queryPlanner.winningPlan;
  const names = (await people.find(query, collation ? { collation } : {}).toArray()).map(({ name }) => name);
  return {
    names: names.sort(),
    through: inputStage?.indexName ?? stage,
    read: explained.executionStats.totalDocsExamined,
  };
}

test('an index with a collation is used only for queries with the same collation', async () => {
  await people.insertMany(['Asha', 'ASHA', 'asha', 'Ravi', 'Zoë', 'zoe', 'ZOE'].map((name) => ({ name })));
  await people.createIndex({ name: 1 }, { name: 'no-case', collation: NO_CASE });
  expect(await found({ name: 'aSHA' }, NO_CASE)).toEqual({
    names: ['ASHA', 'Asha', 'asha'],
    through: 'no-case',
    read: 3,
  });
  expect(await found({ name: 'asha' })).toEqual({ names: ['asha'], through: 'COLLSCAN', read: 7 });
  expect((await found({ name: 'zoe' }, BARE)).through).toBe('COLLSCAN');
  expect((await found({ name: 'zoe' }, { ...NO_CASE, strength: 3 })).through).toBe('COLLSCAN');
  expect((await found({ name: 'asha' }, { ...NO_CASE, caseLevel: false, alternate: 'non-ignorable' })).through).toBe(
    'no-case',
  );
  expect((await found({ name: { $gte: 'a' } }, NO_CASE)).through).toBe('COLLSCAN');
  await people.createIndex({ name: 1 }, { name: 'bare', collation: BARE });
  expect(await found({ name: 'Zoe' }, BARE)).toEqual({ names: ['ZOE', 'Zoë', 'zoe'], through: 'bare', read: 3 });
});

test('an index without a collation serves a query with a collation only for values that are not strings', async () => {
  await people.insertMany(['Asha', 'asha'].map((name, n) => ({ name, n })));
  await people.createIndex({ n: 1 });
  await people.createIndex({ name: 1 });
  await people.createIndex({ n: -1 }, { name: 'partial', partialFilterExpression: { name: 'asha' } });
  expect((await found({ name: 'ASHA' }, NO_CASE)).through).toBe('COLLSCAN');
  expect(await found({ n: { $gte: 0 }, name: 'asha' }, NO_CASE)).toMatchObject({
    names: ['Asha', 'asha'],
    through: 'n_1',
  });
});

test("an index inherits its collection's collation", async () => {
  await at.db.createCollection('people', { collation: NO_CASE });
  await people.insertMany(['Asha', 'asha'].map((name) => ({ name })));
  await people.createIndex({ name: 1 });
  expect(await found({ name: 'ASHA' })).toEqual({ names: ['Asha', 'asha'], through: 'name_1', read: 2 });
  await people.createIndex({ name: 1 }, { name: 'bytes', collation: { locale: 'simple' } });
  expect(await found({ name: 'asha' }, { locale: 'simple' })).toMatchObject({ names: ['asha'], through: 'bytes' });
});

test('strings that equal others by a rule beyond folding (ß is ss) are never omitted from results', async () => {
  await people.insertMany(['Strasse', 'STRASSE', 'co-op'].map((name) => ({ name })));
  await people.createIndex({ name: 1 }, { name: 'bare', collation: BARE });
  expect((await found({ name: 'strasse' }, BARE)).through).toBe('bare');
  expect((await found({ name: 'straße' }, BARE)).through).toBe('COLLSCAN');
  await people.insertOne({ name: 'Straße' });
  expect(await found({ name: 'strasse' }, BARE)).toMatchObject({
    names: ['STRASSE', 'Strasse', 'Straße'],
    through: 'COLLSCAN',
  });
  const danish = { locale: 'da', strength: 1 } as const;
  await people.insertMany([{ name: 'Ålborg' }, { name: 'Aalborg' }]);
  await people.createIndex({ name: 1 }, { name: 'danish', collation: danish });
  expect((await found({ name: 'aalborg' }, danish)).names).toEqual(['Aalborg', 'Ålborg']);
});

test.each<[CollationOptions]>([
  [{ locale: 'en', strength: 1 }],
  [{ locale: 'en', strength: 2 }],
  [{ locale: 'en', strength: 3 }],
  [{ locale: 'de', strength: 1, caseLevel: true }],
  [{ locale: 'sv', strength: 1 }],
  [{ locale: 'tr', strength: 2 }],
  [{ locale: 'th', strength: 1 }],
])('with %j, queries for many strings find the same through an index as by a scan', async (collation) => {
  const letters = ['a', 'A', 'å', 'é', 'E', 'i', 'I', 'İ', 'v', 'W', '-', ' ', 'ü'];
  const names = ['', ...letters, ...letters.flatMap((first) => letters.map((second) => first + second))];
  await people.insertMany(names.map((name, n) => ({ name, n })));
  await people.createIndex({ name: 1, n: 1 }, { name: 'own', collation });
  const scan = at.db.collection('scan');
  await scan.insertMany(names.map((name, n) => ({ name, n })));
  const sought = { $in: names.filter((_, at) => at % 3 === 0) };
  for (const query of [{ name: sought }, ...names.slice(0, 40).map((name) => ({ name }))]) {
    const numbers = async (from: Collection<Document>) =>
      (await from.find(query, { collation }).toArray()).map(({ n }) => n).sort((a, b) => a - b);
    expect(await numbers(people)).toEqual(await numbers(scan));
  }
});
