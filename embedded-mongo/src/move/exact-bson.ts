import { BSON, type Document } from 'bson';
import { expandReferences } from '../values/reference';

/**
 * A document whose every value keeps its type: an int stays an int and a double a double, so that encoding it again
 * gives the same bytes.
 */
export function decodeExactly(bytes: Uint8Array): Document {
  const document = BSON.deserialize(bytes, { promoteValues: false, promoteBuffers: false, bsonRegExp: true });
  expandReferences(document);
  return document;
}
