import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { openTestDatabase } from '../testing/store';
import {
  added,
  anything,
  documentSchema,
  embedded,
  flag,
  listOf,
  nullable,
  number,
  oneOf,
  optional,
  paise,
  partial,
  type Stored,
  text,
  textOf,
  time,
  withDefault,
} from './document';

const redemptionFields = { _id: text, label: nullable(text) };
const beltFields = { fastened: flag, since: optional(time) };
const carFields = {
  _id: text,
  colour: oneOf(['red', 'blue']),
  plate: textOf<`KA-${string}`>(),
  price_paise: paise,
  built_at: time,
  extras: anything<Record<string, number>>(),
  wheels: withDefault(number, 4),
  owner: nullable(text),
  /** Nothing is stored if no value is given. */
  note: optional(text),
  inspected_by: optional(nullable(oneOf(['garage', 'office']))),
  fine_paise: optional(nullable(paise)),
  sold_at: added(nullable(time)),
  tags: listOf(text),
  redemptions: listOf(embedded(redemptionFields)),
  belt: nullable(embedded(beltFields)),
  spare: optional(embedded(beltFields)),
  ...partial({ tank_l: number, towbar: flag }),
};
type Car = Stored<typeof carFields>;

/** The equivalent type, written by hand. */
interface CarByHand {
  _id: string;
  colour: 'red' | 'blue';
  plate: `KA-${string}`;
  price_paise: number;
  built_at: Date;
  extras: Record<string, number>;
  wheels: number;
  owner: string | null;
  note?: string;
  inspected_by?: 'garage' | 'office' | null;
  fine_paise?: number | null;
  sold_at?: Date | null;
  tags: string[];
  redemptions: { _id: string; label: string | null }[];
  belt: { fastened: boolean; since?: Date } | null;
  spare?: { fastened: boolean; since?: Date };
  tank_l?: number;
  towbar?: boolean;
}

/** True if both types are equal, including which fields are optional. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

const CarModel = mongoose.model<Car>('TestCar', documentSchema('test_cars', carFields));

const car: Car = {
  _id: 'c1',
  colour: 'red',
  plate: 'KA-1',
  price_paise: 100,
  built_at: new Date(0),
  extras: { radio: 1 },
  wheels: 3,
  owner: null,
  tags: [],
  redemptions: [{ _id: 's1', label: null }],
  belt: { fastened: true },
};

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestDatabase();
});
afterAll(() => close());

describe('the TypeScript type of a document', () => {
  test('equals the type written by hand', () => {
    const same: Same<{ [K in keyof Car]: Car[K] }, { [K in keyof CarByHand]: CarByHand[K] }> = true;
    const other: Same<Car, CarByHand & { doors: number }> = false;
    expect([same, other]).toEqual([true, false]);
  });

  test('has no undeclared field', () => {
    type Declared = 'doors' extends keyof Car ? true : false;
    const declared: Declared = false;
    expect([declared, 'doors' in CarModel.schema.paths]).toEqual([false, false]);
  });
});

describe('a write', () => {
  const stored = (id: string) => CarModel.findById(id).lean<Car>();

  test('stores the document as given, with null and defaults for missing fields, and omits optional fields', async () => {
    await CarModel.create(car);
    expect(await stored('c1')).toEqual({ ...car, sold_at: null });
    const { wheels, owner, tags, redemptions, belt, ...least } = car;
    await CarModel.create([{ ...least, _id: 'c2' }]);
    const none = { wheels: 4, owner: null, tags: [], redemptions: [], belt: null, sold_at: null };
    expect(await stored('c2')).toEqual({ ...least, ...none, _id: 'c2' });
  });

  test.each([
    ['a word outside an enumeration', { colour: 'green' }],
    ['a fraction of a paisa', { price_paise: 1.5 }],
    ['a required field that is missing', { price_paise: null }],
    ['an embedded document that lacks a field', { belt: {} }],
    ['an array element that lacks a field', { redemptions: [{ label: 'x' }] }],
  ])('with %s is refused', async (_what, wrong) => {
    const field = Object.keys(wrong)[0];
    await expect(new CarModel({ ...car, ...wrong }).validate()).rejects.toThrow(`failed: ${field}`);
  });

  test('may store null in a nullable field, also for a text or an amount', async () => {
    await new CarModel({ ...car, inspected_by: null, fine_paise: null }).validate();
  });

  test('may store any names inside a free-form field', async () => {
    await CarModel.create({ ...car, _id: 'c3' });
    await CarModel.updateOne({ _id: 'c3', 'extras.radio': 1 }, { $set: { 'extras.lights': 2 } });
    expect((await stored('c3'))?.extras).toEqual({ radio: 1, lights: 2 });
  });
});

describe('an undeclared field', () => {
  const id = { _id: 'c9' };
  const doors = { doors: 4 };
  const writes: Record<string, () => Promise<unknown>> = {
    create: () => CarModel.create({ ...car, ...id, ...doors }),
    'create of an embedded document': () => CarModel.create({ ...car, ...id, belt: { fastened: true, ...doors } }),
    'create of an array element': () => CarModel.create({ ...car, ...id, redemptions: [{ _id: 's', ...doors }] }),
    insertMany: () => CarModel.insertMany([{ ...car, ...id, ...doors }]),
    'updateOne without an operator': () => CarModel.updateOne(id, doors),
    $set: () => CarModel.updateOne(id, { $set: doors }),
    '$set to undefined': () => CarModel.updateOne(id, { $set: { doors: undefined } }),
    $unset: () => CarModel.updateOne(id, { $unset: { doors: 1 } }),
    $inc: () => CarModel.updateOne(id, { $inc: doors }),
    $push: () => CarModel.updateOne(id, { $push: doors }),
    $pull: () => CarModel.updateOne(id, { $pull: doors }),
    $currentDate: () => CarModel.updateOne(id, { $currentDate: { doors: true } }),
    '$set into an embedded document': () => CarModel.updateOne(id, { $set: { 'belt.doors': 4 } }),
    '$set of an embedded document': () => CarModel.updateOne(id, { $set: { belt: { fastened: true, ...doors } } }),
    '$set into an array element': () => CarModel.updateOne(id, { $set: { 'redemptions.$[].doors': 4 } }),
    '$set into the matched array element': () =>
      CarModel.updateOne({ ...id, 'redemptions._id': 's' }, { $set: { 'redemptions.$.doors': 4 } }),
    '$unset in an array element': () => CarModel.updateOne(id, { $unset: { 'redemptions.0.doors': 1 } }),
    '$push of an array element': () => CarModel.updateOne(id, { $push: { redemptions: { _id: 's', ...doors } } }),
    updateMany: () => CarModel.updateMany({}, { $set: doors }),
    findOneAndUpdate: () => CarModel.findOneAndUpdate(id, { $set: doors }).lean(),
    findByIdAndUpdate: () => CarModel.findByIdAndUpdate('c9', { $set: doors }).lean(),
    replaceOne: () => CarModel.replaceOne(id, { ...car, ...id, ...doors }),
    'an upsert by its update': () => CarModel.updateOne(id, { $setOnInsert: doors }, { upsert: true }),
    'an upsert by its filter': () => CarModel.updateOne({ ...id, ...doors }, { $set: { wheels: 5 } }, { upsert: true }),
    'bulkWrite of an insert': () => CarModel.bulkWrite([{ insertOne: { document: { ...car, ...id, ...doors } } }]),
    'bulkWrite of an update': () => CarModel.bulkWrite([{ updateOne: { filter: id, update: { $set: doors } } }]),
    'bulkWrite of an upsert': () =>
      CarModel.bulkWrite([{ updateOne: { filter: id, update: { $setOnInsert: doors }, upsert: true } }]),
    'a condition': () => CarModel.updateOne({ ...id, ...doors }, { $set: { wheels: 5 } }),
    'a condition of a bulkWrite': () =>
      CarModel.bulkWrite([{ updateOne: { filter: { ...id, ...doors }, update: { $set: { wheels: 5 } } } }]),
    'a condition in a list': () => CarModel.deleteMany({ $or: [{ ...doors }] }),
  };

  test.each(Object.entries(writes))('throws in %s', async (_name, write) => {
    await expect(write()).rejects.toThrow(/is not in schema|StrictModeError/);
    expect(await CarModel.exists({ _id: 'c9' })).toBeNull();
  });

  test('cannot be written by an update pipeline, which cannot be checked and is always refused', async () => {
    const write = async () => CarModel.updateOne(id, [{ $set: doors }]);
    await expect(write()).rejects.toThrow('updatePipeline');
  });

  test('can be read if it was stored earlier', async () => {
    await CarModel.create({ ...car, _id: 'old' });
    await CarModel.updateOne({ _id: 'old' }, { $set: doors }, { strict: false });
    expect(await CarModel.findById('old').lean()).toMatchObject(doors);
  });
});
