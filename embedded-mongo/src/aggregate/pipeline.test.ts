import { describe, expect, it } from '@jest/globals';
import { Long, ObjectId } from 'bson';
import { compileMatch } from '../match/compile';
import { decimal } from '../testing/examples';
import type { Document } from '../values/types';
import type { PipelineEnvironment } from './environment';
import { runPipeline } from './pipeline';

const others: Record<string, Document[]> = {
  orders: [{ _id: 1, item: 'a', qty: 2 }, { _id: 2, item: 'b', qty: 1 }, { _id: 3, item: 'a', qty: 5 }, { _id: 4 }],
  people: [
    { _id: 1, name: 'Dev' },
    { _id: 2, name: 'Eliot', boss: 'Dev' },
    { _id: 3, name: 'Ron', boss: 'Eliot' },
  ],
};

const environment: PipelineEnvironment = {
  read: ({ collection }, query, variables) => {
    const matches = compileMatch(query, { variables });
    return (others[collection] ?? []).filter((document) => matches(document));
  },
};

function run(documents: Document[], pipeline: unknown, more: Partial<PipelineEnvironment> = {}): Document[] {
  return [...runPipeline(documents, pipeline, { ...environment, ...more }).documents];
}

function codeOf(pipeline: unknown, documents: Document[] = [{}]): unknown {
  try {
    run(documents, pipeline);
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
  return undefined;
}

describe('grouping', () => {
  it('sums decimals exactly', () => {
    const documents = ['0.1', '0.2', '0.3'].map((a) => ({ a: decimal(a) }));
    const [group] = run(documents, [{ $group: { _id: null, s: { $sum: '$a' }, m: { $avg: '$a' } } }]);
    expect(String(group?.s)).toBe('0.6');
    expect(String(group?.m)).toBe('0.2');
  });

  it('treats equal values of different types as one group, and a missing field like null', () => {
    const id = new ObjectId();
    const ids = [{ a: id }, { a: new ObjectId(id.toHexString()) }];
    expect(run(ids, [{ $group: { _id: '$a', n: { $sum: 1 } } }])).toEqual([{ _id: id, n: 2 }]);
    expect(run([{}, { a: null }], [{ $group: { _id: '$a', n: { $count: {} } } }])).toEqual([{ _id: null, n: 2 }]);
    expect(run([{ a: 1 }, { a: Long.ONE }], [{ $group: { _id: '$a', n: { $sum: 1 } } }])).toHaveLength(1);
  });

  it('supports accumulators for the values of a field', () => {
    const documents = [{ n: 3 }, { n: 1 }, { n: 3 }, {}];
    const fields = {
      first: { $first: '$n' },
      last: { $last: '$n' },
      min: { $min: '$n' },
      max: { $max: '$n' },
      all: { $push: '$n' },
      set: { $addToSet: '$n' },
      mean: { $avg: '$n' },
      two: { $firstN: { input: '$n', n: 2 } },
      top: { $top: { sortBy: { n: -1 }, output: '$n' } },
    };
    expect(run(documents, [{ $group: { _id: 1, ...fields } }])).toEqual([
      { _id: 1, first: 3, last: null, min: 1, max: 3, all: [3, 1, 3], set: [3, 1], mean: 7 / 3, two: [3, 1], top: 3 },
    ]);
  });

  it('computes percentiles', () => {
    const documents = [62, 60, 67, 64, 60].map((score) => ({ score }));
    const asked = { input: '$score', method: 'approximate' };
    const fields = { p: { $percentile: { ...asked, p: [0.75, 0.9] } }, m: { $median: asked } };
    const [group] = run(documents, [{ $group: { _id: null, ...fields } }]);
    expect(JSON.parse(JSON.stringify(group))).toEqual({ _id: null, p: [64, 67], m: 62 });
  });

  it('treats strings that are equal under the collation as one group', () => {
    const documents = ['a', 'B', 'A', 'b', 'ä'].map((text) => ({ text, of: { text } }));
    const fields = { n: { $sum: 1 }, set: { $addToSet: '$text' } };
    const collation = { locale: 'en', strength: 2 };
    expect(run(documents, [{ $group: { _id: '$of', ...fields } }], { collation })).toEqual([
      { _id: { text: 'a' }, n: 2, set: ['a'] },
      { _id: { text: 'B' }, n: 2, set: ['B'] },
      { _id: { text: 'ä' }, n: 1, set: ['ä'] },
    ]);
  });

  it('refuses an invalid group', () => {
    expect(codeOf([{ $group: { n: { $sum: 1 } } }])).toBe(15955);
    expect(codeOf([{ $group: { _id: 1, n: { $what: 1 } } }])).toBe(15952);
    expect(codeOf([{ $group: { _id: 1, n: 1 } }])).toBe(40234);
  });

  it('counts the documents of groups and buckets', () => {
    const documents = [
      { n: 1, k: 'a' },
      { n: 5, k: 'b' },
      { n: 12, k: 'b' },
    ];
    expect(run(documents, [{ $bucket: { groupBy: '$n', boundaries: [0, 10, 20] } }])).toEqual([
      { _id: 0, count: 2 },
      { _id: 10, count: 1 },
    ]);
    expect(run(documents, [{ $sortByCount: '$k' }])).toEqual([
      { _id: 'b', count: 2 },
      { _id: 'a', count: 1 },
    ]);
    expect(run(documents, [{ $match: { n: { $gt: 1 } } }, { $count: 'many' }])).toEqual([{ many: 2 }]);
    expect(run([], [{ $count: 'many' }])).toEqual([]);
  });
});

describe('changing documents', () => {
  it('adds, sets and removes fields', () => {
    const pipeline = [{ $addFields: { 'a.c': 2 } }, { $unset: 'z' }, { $set: { b: { d: '$a.b' } } }];
    expect(run([{ _id: 1, a: { b: 1 }, z: 1 }], pipeline)).toEqual([{ _id: 1, a: { b: 1, c: 2 }, b: { d: 1 } }]);
    expect(run([{ a: [{ x: 1 }, 5] }], [{ $set: { 'a.y': '$$NOW' } }], { now: new Date(1) })).toEqual([
      { a: [{ x: 1, y: new Date(1) }, { y: new Date(1) }] },
    ]);
    expect(run([{ a: 1 }], [{ $set: { a: '$$REMOVE', b: '$a' } }])).toEqual([{ b: 1 }]);
  });

  it('does not modify the input documents', () => {
    const document = { a: { b: [1] } };
    run([document], [{ $set: { 'a.c': 1 } }, { $unwind: '$a.b' }]);
    expect(document).toEqual({ a: { b: [1] } });
  });

  it('projects fields and replaces documents', () => {
    expect(run([{ _id: 1, a: 2, b: 3 }], [{ $project: { a: 1, s: { $add: ['$a', '$b'] } } }])).toEqual([
      { _id: 1, a: 2, s: 5 },
    ]);
    expect(run([{ a: { b: 1 } }], [{ $replaceRoot: { newRoot: '$a' } }])).toEqual([{ b: 1 }]);
    expect(run([{ a: 1 }], [{ $replaceWith: { x: '$a' } }])).toEqual([{ x: 1 }]);
    expect(codeOf([{ $replaceWith: '$a' }])).toBe(40228);
    expect(codeOf([{ $project: {} }])).toBe(51272);
  });

  it('unwinds arrays into documents', () => {
    const documents = [{ _id: 1, a: [1, 2] }, { _id: 2, a: [] }, { _id: 3 }, { _id: 4, a: 5 }];
    expect(run(documents, [{ $unwind: '$a' }])).toEqual([
      { _id: 1, a: 1 },
      { _id: 1, a: 2 },
      { _id: 4, a: 5 },
    ]);
    const kept = run(documents, [
      { $unwind: { path: '$a', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i' } },
    ]);
    expect(kept).toEqual([
      { _id: 1, a: 1, i: Long.fromNumber(0) },
      { _id: 1, a: 2, i: Long.fromNumber(1) },
      { _id: 2, i: null },
      { _id: 3, i: null },
      { _id: 4, a: 5, i: null },
    ]);
    expect(codeOf([{ $unwind: 'a' }])).toBe(28818);
  });
});

describe('joining:', () => {
  it('$lookup joins equal fields, and treats a missing field like null', () => {
    const pipeline = [{ $lookup: { from: 'orders', localField: 'k', foreignField: 'item', as: 'found' } }];
    const found = run([{ k: 'a' }, { k: ['a', 'b'] }, {}, { k: 'z' }], pipeline);
    expect(found.map((document) => (document.found as Document[]).map((order) => order._id))).toEqual([
      [1, 3],
      [1, 2, 3],
      [4],
      [],
    ]);
  });

  it('$lookup supports a pipeline and variables', () => {
    const lookup = {
      from: 'orders',
      let: { least: '$min' },
      pipeline: [{ $match: { $expr: { $gte: ['$qty', '$$least'] } } }, { $project: { qty: 1, _id: 0 } }],
      as: 'found',
    };
    expect(run([{ min: 2 }, { min: 9 }], [{ $lookup: lookup }])).toEqual([
      { min: 2, found: [{ qty: 2 }, { qty: 5 }] },
      { min: 9, found: [] },
    ]);
    expect(codeOf([{ $lookup: { from: 'x', as: 'y' } }])).toBe(9);
  });

  it('$unionWith unites collections and $graphLookup follows graphs', () => {
    const union = [{ $unionWith: { coll: 'orders', pipeline: [{ $match: { item: 'b' } }] } }];
    expect(run([{ _id: 0 }], union).map((document) => document._id)).toEqual([0, 2]);
    const graph = {
      from: 'people',
      startWith: '$boss',
      connectFromField: 'boss',
      connectToField: 'name',
      as: 'chain',
      depthField: 'd',
    };
    const [ron] = run([{ boss: 'Eliot' }], [{ $graphLookup: graph }]);
    expect(ron?.chain).toEqual([
      { _id: 2, name: 'Eliot', boss: 'Dev', d: 0 },
      { _id: 1, name: 'Dev', d: 1 },
    ]);
  });
});

describe('other stages:', () => {
  it('$sort orders documents, $skip, $limit and $sample select some, and $facet runs several pipelines', () => {
    const documents = [{ n: 3 }, { n: 1 }, { n: 2 }];
    expect(run(documents, [{ $sort: { n: 1 } }, { $skip: 1 }, { $limit: 1 }])).toEqual([{ n: 2 }]);
    expect(run(documents, [{ $sample: { size: 2 } }])).toHaveLength(2);
    expect(run(documents, [{ $sample: { size: 9 } }, { $sort: { n: 1 } }])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    const facets = { low: [{ $match: { n: 1 } }], many: [{ $count: 'n' }] };
    expect(run(documents, [{ $facet: facets }])).toEqual([{ low: [{ n: 1 }], many: [{ n: 3 }] }]);
  });

  it('$redact removes parts of documents', () => {
    const redact = { $cond: [{ $eq: ['$secret', true] }, '$$PRUNE', '$$DESCEND'] };
    expect(run([{ a: { secret: true }, b: { c: 1 } }, { secret: true }], [{ $redact: redact }])).toEqual([
      { b: { c: 1 } },
    ]);
  });

  it('$setWindowFields ranks documents', () => {
    const documents = [
      { _id: 1, n: 3 },
      { _id: 2, n: 2 },
      { _id: 3, n: 2 },
    ];
    const window = { $setWindowFields: { sortBy: { n: -1 }, output: { r: { $rank: {} } } } };
    expect(run(documents, [window, { $sort: { _id: 1 } }]).map((document) => document.r)).toEqual([1, 2, 2]);
  });

  it('a pipeline that ends in $out returns the documents to be written, and the target', () => {
    const { documents, output } = runPipeline([{ a: 1 }], [{ $set: { b: 1 } }, { $out: 'there' }], environment);
    expect([...documents]).toEqual([{ a: 1, b: 1 }]);
    expect(output).toEqual({ stage: '$out', argument: 'there' });
  });

  it('stages read the variables of the command', () => {
    expect(run([{ a: 1 }, { a: 2 }], [{ $match: { $expr: { $eq: ['$a', '$$x'] } } }], { let: { x: 2 } })).toEqual([
      { a: 2 },
    ]);
  });

  it('20,000 documents are grouped by 100 keys', () => {
    const documents = Array.from({ length: 20_000 }, (_, index) => ({ k: index % 100, n: index }));
    const groups = run(documents, [{ $group: { _id: '$k', s: { $sum: { $add: ['$n', 1] } } } }]);
    expect(groups).toHaveLength(100);
  });

  it.each([
    [[{ $what: 1 }], 40324],
    [[{ $match: {}, $limit: 1 }], 40323],
    [['$match'], 14],
    [[{ $out: 'x' }, { $limit: 1 }], 40601],
    [[{ $limit: 0 }], 15958],
    [[{ $limit: 'x' }], 15957],
    [[{ $changeStream: {} }], 40573],
    [[{ $sort: {} }], 15976],
    [[{ $match: 1 }], 15959],
    [[{ $facet: { a: [{ $out: 'x' }] } }], 40600],
    [[{ $match: {} }, { $indexStats: {} }], 40602],
  ])('an invalid stage is refused: %j', (pipeline, code) => {
    expect(codeOf(pipeline)).toBe(code);
  });
});
