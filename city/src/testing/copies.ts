import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { OSMTransform } from 'osm-pbf-parser-node';
import type { Tags } from '../osm/extract';
import { type Drawing, writeExtract } from '../osm/write';

/** Degrees between two copies: more than the width of a city. */
const STEP = 0.25;
const ELEMENTS_PER_BLOCK = 8_000;
/** All ids of the original are below this number, whose multiples are added to the ids of the copies. */
const IDS = 1e11;

interface Raw {
  type?: 'node' | 'way' | 'relation';
  id: number;
  lat: number;
  lon: number;
  refs: number[];
  members: { type: string; ref: number; role: string }[];
  tags?: Tags;
}

/**
 * Writes an extract that contains a city several times side by side, to simulate a larger one. Nodes come first, then
 * ways, then relations, each with rising ids, as tools expect.
 */
export async function writeCopies(extract: string, copies: number, into: string): Promise<void> {
  const found: Required<Pick<Record<'node' | 'way' | 'relation', Raw[]>, 'node' | 'way' | 'relation'>> = {
    node: [],
    way: [],
    relation: [],
  };
  await pipeline(createReadStream(extract), new OSMTransform({}), async (batches: AsyncIterable<Raw[]>) => {
    for await (const batch of batches) for (const item of batch) if (item.type) found[item.type].push(item);
  });
  const empty = writeExtract({ nodes: [], ways: [] });
  const out = createWriteStream(into);
  out.write(empty);
  const write = (drawing: Partial<Drawing>) =>
    out.write(writeExtract({ nodes: [], ways: [], ...drawing }).subarray(headLength(empty)));
  for (const kind of ['node', 'way', 'relation'] as const) {
    for (let copy = 0; copy < copies; copy++) {
      const id = (old: number) => old + copy * IDS;
      const [south, east] = [(copy % 5) * STEP, Math.floor(copy / 5) * STEP];
      for (let at = 0; at < found[kind].length; at += ELEMENTS_PER_BLOCK) {
        const items = found[kind].slice(at, at + ELEMENTS_PER_BLOCK);
        if (kind === 'node') {
          write({
            nodes: items.map((node) => ({
              id: id(node.id),
              lat: node.lat - south,
              lng: node.lon + east,
              ...(node.tags && { tags: node.tags }),
            })),
          });
        } else if (kind === 'way') {
          write({ ways: items.map(({ id: old, refs, tags = {} }) => ({ id: id(old), nodes: refs.map(id), tags })) });
        } else {
          write({
            relations: items.map(({ id: old, members, tags = {} }) => ({
              id: id(old),
              ways: members.filter(({ type }) => type === 'way').map(({ ref, role }) => ({ id: id(ref), role })),
              tags,
            })),
          });
        }
      }
    }
  }
  await new Promise<void>((resolve, reject) => out.end((error?: Error | null) => (error ? reject(error) : resolve())));
}

/** The length in bytes of the first blob, which is the file's header, together with the blob's own header. */
function headLength(extract: Buffer): number {
  const head = extract.readUInt32BE(0);
  return 4 + head + sizeIn(extract.subarray(4, 4 + head));
}

/** Reads the field `datasize` (3) of a blob's header. */
function sizeIn(head: Buffer): number {
  let at = 0;
  const read = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = head[at++] ?? 0;
      value += (byte % 128) * shift;
      if (byte < 128) return value;
    }
  };
  while (at < head.length) {
    const key = read();
    if (key === 24) return read();
    const value = read();
    if (key % 8 === 2) at += value;
  }
  return 0;
}
