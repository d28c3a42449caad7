import { expect, test } from '@jest/globals';
import { type Document, Int32, Long, ObjectId, UUID } from 'bson';
import { messageOf } from '../testing/engine';
import { parseRequest } from '../wire/message';
import { parseFastFind } from './find-request';

const ID = '5f0c4d2e-8a55-4b8e-9a3f-0c1d2e3f4a5b';
const session = { lsid: { id: new UUID() }, $db: 'test' };

/** The message that the MongoDB driver sends for `findOne`. */
function message(filter: Document, more: Document = {}): Buffer {
  return messageOf({ find: 'rides', filter, limit: 1, singleBatch: true, ...session, ...more });
}

test.each<[string, Buffer]>([
  ['findOne with a string', message({ _id: ID })],
  ['findOne with an ObjectId', message({ _id: new ObjectId() })],
  ['a find without a limit', messageOf({ find: 'rides', filter: { _id: ID }, ...session })],
  ['a find without a session', messageOf({ find: 'rides', filter: { _id: ID }, $db: 'test' })],
])('%s by _id is parsed by the fast path', (_what, bytes) => {
  const found = parseFastFind(bytes);
  expect(found).toMatchObject({ kind: 'find', database: 'test', collection: 'rides' });
  const { value = 0, end = 0 } = found?.id ?? {};
  expect(bytes.indexOf('_id')).toBe(value - 4);
  expect(end).toBeGreaterThan(value + 11);
});

test.each<[string, Document, Document]>([
  ['another filter', { code: ID }, {}],
  ['an empty filter', {}, {}],
  ['a further condition', { _id: ID, state: 'open' }, {}],
  ['an operator', { _id: { $gt: ID } }, {}],
  ['a number as _id', { _id: 7 }, {}],
  ['a projection', { _id: ID }, { projection: { name: 1 } }],
  ['a sort', { _id: ID }, { sort: { name: 1 } }],
  ['a number to skip', { _id: ID }, { skip: 1 }],
  ['a negative limit', { _id: ID }, { limit: -1 }],
  ['a limit of another type', { _id: ID }, { limit: Long.fromNumber(1) }],
  ['a batch size', { _id: ID }, { batchSize: new Int32(0) }],
  ['a time limit', { _id: ID }, { maxTimeMS: 5 }],
  ['a read concern', { _id: ID }, { readConcern: { level: 'snapshot' } }],
  ['a transaction number', { _id: ID }, { txnNumber: 5 }],
  ['a hint', { _id: ID }, { hint: '_id_' }],
  ['a collation', { _id: ID }, { collation: { locale: 'en' } }],
  ['a comment', { _id: ID }, { comment: 'why' }],
  ['tailable', { _id: ID }, { tailable: true }],
])('a find with %s takes the general path', (_what, filter, more) => {
  expect(parseFastFind(message(filter, more))).toBeNull();
});

test('other messages take the general path', () => {
  const good = message({ _id: ID });
  const flagged = Buffer.from(good);
  flagged.writeInt32LE(2, 16);
  expect(parseFastFind(flagged)).toBeNull();
  expect(parseFastFind(messageOf({ find: 'rides', filter: { _id: ID }, limit: 1 }))).toBeNull();
  expect(parseFastFind(messageOf({ find: 1, filter: { _id: ID }, $db: 'test' }))).toBeNull();
  expect(parseFastFind(messageOf({ find: 'rides', $db: 'test' }))).toBeNull();
  expect(parseFastFind(messageOf({ count: 'rides', filter: { _id: ID }, $db: 'test' }))).toBeNull();
  expect(parseFastFind(Buffer.concat([good, Buffer.from([0])]))).toBeNull();
});

test('a message with a changed byte that is still parsed is read as by the decoder; a truncated one takes the general path', () => {
  const good = message({ _id: ID });
  let parsed = 0;
  for (let at = 0; at < good.length; at++) {
    for (const byte of [0, 1, 0x7f, 0xff]) {
      const bytes = Buffer.from(good);
      bytes[at] = byte;
      const found = parseFastFind(bytes);
      if (!found) continue;
      parsed++;
      const { command, error } = parseRequest(bytes);
      const { value, end } = found.id;
      expect(error).toBeUndefined();
      expect(command).toMatchObject({
        find: found.collection,
        $db: found.database,
        filter: { _id: bytes.toString('utf8', value + 4, end - 1) },
      });
    }
    expect(parseFastFind(good.subarray(0, at))).toBeNull();
  }
  expect(parsed).toBeGreaterThan(good.length);
});
