import { describe, expect, it } from '@jest/globals';
import { BSON, DBRef, ObjectId } from 'bson';
import { expandReferences } from './reference';

describe('references (DBRef)', () => {
  it('become plain documents, at any depth', () => {
    const id = new ObjectId();
    const document = { a: [{ r: new DBRef('people', id, 'other', { note: 1 }) }], when: new Date(5), n: null };
    const decoded = expandReferences(BSON.deserialize(BSON.serialize(document)));
    expect(decoded).toEqual({
      a: [{ r: { $ref: 'people', $id: id, $db: 'other', note: 1 } }],
      when: new Date(5),
      n: null,
    });
    expect((decoded as typeof document).a[0]?.r).not.toBeInstanceOf(DBRef);
  });
});
