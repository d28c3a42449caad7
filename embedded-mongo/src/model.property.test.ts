import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { failureOf, startTemporaryStore, type TemporaryStore } from './testing/temporary-store';

const RUNS = Number(process.env.MODEL_RUNS ?? 40);

type Ride = { _id: number; price?: number; code?: string; tags: number[] };

let at: TemporaryStore;
let rides: Collection<Ride>;

beforeAll(async () => {
  at = await startTemporaryStore();
  rides = at.client.db('test').collection<Ride>('rides');
});
afterAll(() => at.stop());

/** A query, and its meaning implemented a second time as simply as possible. */
type Question = { filter: Filter<Ride>; holds: (ride: Ride) => boolean };
type Change = { update: UpdateFilter<Ride>; apply: (ride: Ride) => Ride };

const id = fc.integer({ min: 0, max: 12 });
const price = fc.integer({ min: 0, max: 5 });
const tag = fc.integer({ min: 0, max: 3 });
const code = fc.constantFrom('A', 'B', 'C', 'D');

const question: fc.Arbitrary<Question> = fc.oneof(
  id.map((_id) => ({ filter: { _id }, holds: (ride: Ride) => ride._id === _id })),
  price.map((at) => ({ filter: { price: at }, holds: (ride: Ride) => ride.price === at })),
  fc.tuple(price, price).map(([low, high]) => ({
    filter: { price: { $gte: low, $lt: high } },
    holds: (ride: Ride) => ride.price !== undefined && ride.price >= low && ride.price < high,
  })),
  fc.constant({ filter: { price: { $exists: false } }, holds: (ride: Ride) => ride.price === undefined }),
  tag.map((one) => ({ filter: { tags: one }, holds: (ride: Ride) => ride.tags.includes(one) })),
  fc.tuple(tag, tag).map(([a, b]) => ({
    filter: { tags: { $all: [a, b] } },
    holds: (ride: Ride) => ride.tags.includes(a) && ride.tags.includes(b),
  })),
  fc.tuple(code, price).map(([one, least]) => ({
    filter: { $or: [{ code: one }, { price: { $gt: least } }] },
    holds: (ride: Ride) => ride.code === one || (ride.price ?? -1) > least,
  })),
  code.map((one) => ({ filter: { code: { $ne: one } }, holds: (ride: Ride) => ride.code !== one })),
);

function without(ride: Ride, field: 'price' | 'code'): Ride {
  const { [field]: _gone, ...rest } = ride;
  return rest;
}

const change: fc.Arbitrary<Change> = fc.oneof(
  price.map((to) => ({ update: { $set: { price: to } }, apply: (ride: Ride) => ({ ...ride, price: to }) })),
  price.map((by) => ({
    update: { $inc: { price: by } },
    apply: (ride: Ride) => ({ ...ride, price: (ride.price ?? 0) + by }),
  })),
  fc.constant({ update: { $unset: { price: '' as const } }, apply: (ride: Ride) => without(ride, 'price') }),
  fc.constant({ update: { $unset: { code: '' as const } }, apply: (ride: Ride) => without(ride, 'code') }),
  tag.map((one) => ({
    update: { $push: { tags: one } },
    apply: (ride: Ride) => ({ ...ride, tags: [...ride.tags, one] }),
  })),
  tag.map((one) => ({
    update: { $addToSet: { tags: one } },
    apply: (ride: Ride) => (ride.tags.includes(one) ? ride : { ...ride, tags: [...ride.tags, one] }),
  })),
  tag.map((one) => ({
    update: { $pull: { tags: one } },
    apply: (ride: Ride) => ({ ...ride, tags: ride.tags.filter((each) => each !== one) }),
  })),
);

/** The model: the stored documents, in the order of their insertion. */
type Model = Map<number, Ride>;
type Command = (model: Model) => Promise<void>;

const same = (a: Ride, b: Ride) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (ride: Ride) => Object.entries(ride).sort(([a], [b]) => (a < b ? -1 : 1));

function isTaken(model: Model, ride: Ride): boolean {
  return [...model.values()].some(
    (other) => other.code !== undefined && other._id !== ride._id && other.code === ride.code,
  );
}

/**
 * Stores a ride. Expects the error 11000 exactly if another ride of the model has the same code or, for an insert
 * (`fresh`), the same `_id`.
 */
async function attempt(model: Model, ride: Ride, write: () => Promise<unknown>, fresh: boolean): Promise<void> {
  if ((fresh && model.has(ride._id)) || isTaken(model, ride)) expect((await failureOf(write())).code).toBe(11_000);
  else {
    await write();
    model.set(ride._id, ride);
  }
}

const ride = fc
  .record({ _id: id, price, code, tags: fc.array(tag, { maxLength: 3 }) }, { requiredKeys: ['_id', 'tags'] })
  .map((made): Ride => made);

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: ride.map(
      (made): Command =>
        (model) =>
          attempt(model, made, () => rides.insertOne(made), true),
    ),
  },
  ride.map(
    (made): Command =>
      (model) => {
        const { _id, ...replacement } = made;
        return attempt(model, made, () => rides.replaceOne({ _id }, replacement, { upsert: true }), false);
      },
  ),
  fc.tuple(id, code).map(
    ([_id, to]): Command =>
      async (model) => {
        const old = model.get(_id);
        if (old)
          await attempt(model, { ...old, code: to }, () => rides.updateOne({ _id }, { $set: { code: to } }), false);
        else expect((await rides.updateOne({ _id }, { $set: { code: to } })).matchedCount).toBe(0);
      },
  ),
  fc.tuple(question, change).map(
    ([{ filter, holds }, { update, apply }]): Command =>
      async (model) => {
        const matched = [...model.values()].filter(holds);
        const changed = matched.filter((each) => !same(each, apply(each)));
        const { matchedCount, modifiedCount } = await rides.updateMany(filter, update);
        expect({ filter, update, matchedCount, modifiedCount }).toEqual({
          filter,
          update,
          matchedCount: matched.length,
          modifiedCount: changed.length,
        });
        for (const each of matched) model.set(each._id, apply(each));
      },
  ),
  question.map(
    ({ filter, holds }): Command =>
      async (model) => {
        const matched = [...model.values()].filter(holds);
        expect((await rides.deleteMany(filter)).deletedCount).toBe(matched.length);
        for (const { _id } of matched) model.delete(_id);
      },
  ),
  {
    weight: 4,
    arbitrary: question.map(
      ({ filter, holds }): Command =>
        async (model) => {
          const expected = [...model.values()].filter(holds).sort((a, b) => a._id - b._id);
          const found = await rides.find(filter).sort({ _id: 1 }).toArray();
          expect({ filter, found: found.map(sorted) }).toEqual({ filter, found: expected.map(sorted) });
          expect(await rides.countDocuments(filter)).toBe(expected.length);
        },
    ),
  },
  question.map(
    ({ filter, holds }): Command =>
      async (model) => {
        // Claims the most expensive document, and among equals the one with the highest `_id`, as a worker claims a job.
        const [first] = [...model.values()]
          .filter(holds)
          .sort((a, b) => (b.price ?? -1) - (a.price ?? -1) || b._id - a._id);
        const claimed = await rides.findOneAndUpdate(filter, { $inc: { price: 1 } }, { sort: { price: -1, _id: -1 } });
        expect(claimed?._id).toBe(first?._id);
        if (first) model.set(first._id, { ...first, price: (first.price ?? 0) + 1 });
      },
  ),
);

const INDEXES = [{ price: 1 }, { tags: 1, price: -1 }, { price: -1, _id: -1 }, { code: 1, price: 1 }] as const;
const indexes = fc.subarray([...INDEXES]);

test(
  'after any sequence of operations the store equals a model in memory',
  async () => {
    await fc.assert(
      fc.asyncProperty(indexes, fc.array(command, { minLength: 5, maxLength: 40 }), async (keys, commands) => {
        await rides.drop();
        await rides.createIndex({ code: 1 }, { name: 'code', unique: true, sparse: true });
        for (const key of keys) await rides.createIndex({ ...key });
        const model: Model = new Map();
        for (const act of commands) await act(model);
        const stored = await rides.find().sort({ _id: 1 }).toArray();
        const expected = [...model.values()].sort((a, b) => a._id - b._id);
        expect(stored.map(sorted)).toEqual(expected.map(sorted));
      }),
      { numRuns: RUNS },
    );
  },
  60_000 + RUNS * 1000,
);
