import { expect, test } from '@jest/globals';
import { type Document, Long, ObjectId, UUID } from 'bson';
import { messageOf } from '../testing/engine';
import { parseFastUpdate } from './update-request';

const ID = new ObjectId();
const USUAL = { q: { _id: ID, version: 3 }, u: { $set: { state: 'taken' }, $inc: { version: 1 } } };

/** The message that the MongoDB driver sends for `updateOne`. */
function message(statements: readonly Document[], more: Document = {}): Buffer {
  const session = { lsid: { id: new UUID() }, $db: 'test' };
  return messageOf({ update: 'rides', updates: statements, ordered: true, ...session, ...more });
}

function changed(bytes: Buffer, old: string, made: string): Buffer {
  const copy = Buffer.from(bytes);
  copy.write(made, copy.indexOf(old), 'latin1');
  return copy;
}

test('a common conditional update is parsed by the fast path', () => {
  const found = parseFastUpdate(message([USUAL]));
  expect(found).toMatchObject({ database: 'test', collection: 'rides' });
  expect(found?.conditions).toHaveLength(2);
  expect(found?.changes.map(({ adds }) => adds)).toEqual([false, true]);
});

test.each<[string, Document]>([
  ['no _id in the query', { q: { version: 3 }, u: USUAL.u }],
  ['an operator in the query', { q: { _id: ID, version: { $gt: 3 } }, u: USUAL.u }],
  ['a condition for null, which missing fields meet too,', { q: { _id: ID, version: null }, u: USUAL.u }],
  ['a path', { q: { _id: ID }, u: { $set: { 'a.b': 1 } } }],
  ['a document as a value', { q: { _id: ID }, u: { $set: { a: {} } } }],
  ['another operator', { q: { _id: ID }, u: { $unset: { a: 1 } } }],
  ['a field changed twice', { q: { _id: ID }, u: { $set: { a: 1 }, $inc: { a: 1 } } }],
  ['a change of _id', { q: { _id: ID }, u: { $set: { _id: ID } } }],
  ['a replacement', { q: { _id: ID }, u: { a: 1 } }],
  ['an empty update', { q: { _id: ID }, u: {} }],
  ['multi: true', { ...USUAL, multi: true }],
  ['an upsert', { ...USUAL, upsert: true }],
  ['a hint', { ...USUAL, hint: '_id_' }],
])('an update with %s takes the general path', (_what, statement) => {
  expect(parseFastUpdate(message([statement]))).toBeNull();
});

test('several statements and unusual command fields take the general path', () => {
  expect(parseFastUpdate(message([USUAL, USUAL]))).toBeNull();
  expect(parseFastUpdate(message([USUAL], { maxTimeMS: 5 }))).toBeNull();
  expect(parseFastUpdate(message([USUAL], { writeConcern: { w: 2 } }))).toBeNull();
  expect(parseFastUpdate(message([USUAL], { txnNumber: 5 }))).toBeNull();
});

test('invalid UTF-8 and names beyond ASCII take the general path', () => {
  expect(parseFastUpdate(changed(message([USUAL]), 'taken', 't\xffken'))).toBeNull();
  expect(parseFastUpdate(changed(message([USUAL]), 'state', 'st\xe4te'))).toBeNull();
});

test('parsing never passes the end of a message with a changed byte, and a truncated message takes the general path', () => {
  const good = message([USUAL]);
  for (let at = 0; at < good.length; at++) {
    for (const byte of [0, 1, 0x7f, 0xff]) {
      const bytes = Buffer.from(good);
      bytes[at] = byte;
      const found = parseFastUpdate(bytes);
      for (const { end } of [...(found?.conditions ?? []), ...(found?.changes ?? [])]) {
        expect(end).toBeLessThan(good.length);
      }
    }
    expect(parseFastUpdate(good.subarray(0, at))).toBeNull();
  }
});

test('a date beyond the supported range takes the general path', () => {
  const at = (milliseconds: string) => Long.fromString(milliseconds);
  const withDate = (milliseconds: string) => {
    const bytes = message([{ q: { _id: ID }, u: { $set: { mark: at(milliseconds) } } }]);
    // A long and a date are the same eight bytes under another type.
    bytes.writeUInt8(0x09, bytes.indexOf('mark') - 1);
    return parseFastUpdate(bytes);
  };
  expect(withDate('1700000000000')).not.toBeNull();
  expect(withDate('-1')).not.toBeNull();
  expect(withDate('8700000000000000')).toBeNull();
  expect(withDate('-9223372036854775808')).toBeNull();
});
