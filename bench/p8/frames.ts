import { type Document, deserialize, serialize } from 'bson';

const OP_MSG = 2013;

/** Encodes a command as a message; `sequence` becomes a separate section of documents, as MongoDB's drivers send it. */
export function frame(command: Document, sequence?: { name: string; documents: readonly Document[] }): Buffer {
  const body = Buffer.from(serialize(command));
  const sections = [Buffer.from([0]), body];
  if (sequence) {
    const name = Buffer.from(`${sequence.name}\0`);
    const documents = Buffer.concat(sequence.documents.map((document) => serialize(document)));
    const size = Buffer.alloc(4);
    size.writeInt32LE(4 + name.length + documents.length);
    sections.push(Buffer.from([1]), size, name, documents);
  }
  const header = Buffer.alloc(20);
  const bytes = Buffer.concat([header, ...sections]);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(1, 4);
  bytes.writeInt32LE(OP_MSG, 12);
  return bytes;
}

/** Decodes the document of a reply. Throws with the document in the text if the command failed. */
export function answerOf(message: Buffer): Document {
  const answer = deserialize(message.subarray(21));
  if (answer.ok !== 1 || answer.writeErrors) throw new Error(`the store answered ${JSON.stringify(answer)}`);
  return answer;
}
