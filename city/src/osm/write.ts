import { deflateSync } from 'node:zlib';
import type { Point } from '@boli/shared/core/fields';
import { varint } from '../varint';
import type { Tags } from './extract';

/** The content of an extract to be written. */
export interface Drawing {
  nodes: readonly (Point & { id: number; tags?: Tags })[];
  ways: readonly { id: number; nodes: readonly number[]; tags: Tags }[];
  relations?: readonly { id: number; ways: readonly { id: number; role: string }[]; tags: Tags }[];
}

/** The extract's precision: 100 nanodegrees, the format's default. */
const UNITS = 1e7;
const WAY_MEMBER = 1;

const signed = (value: number): number[] => varint(value < 0 ? -2 * value - 1 : 2 * value);
const number = (field: number, bytes: number[]): Buffer => Buffer.from([...varint(field * 8), ...bytes]);
const bytes = (field: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(content.length)]), content]);
const packed = (field: number, values: readonly number[][]): Buffer => bytes(field, Buffer.from(values.flat()));
const text = (field: number, content: string): Buffer => bytes(field, Buffer.from(content));

/** Each number as its difference from the previous one. */
const deltas = (values: readonly number[]): number[][] =>
  values.map((value, at) => signed(value - (values[at - 1] ?? 0)));

/**
 * Encodes an OpenStreetMap extract in its binary format (https://wiki.openstreetmap.org/wiki/PBF_Format): nodes, ways
 * and relations in separate blocks. Used for generated extracts: the border of a country, and a fictional town.
 */
export function writeExtract({ nodes, ways, relations = [] }: Drawing, dataDate?: Date): Buffer {
  const header = Buffer.concat([
    text(4, 'OsmSchema-V0.6'),
    ...(dataDate ? [number(32, varint(Math.floor(dataDate.getTime() / 1_000)))] : []),
  ]);
  return Buffer.concat([
    blob('OSMHeader', header),
    blob(
      'OSMData',
      block((word) =>
        nodes.map((node) =>
          bytes(
            1,
            Buffer.concat([
              number(1, signed(node.id)),
              ...tagsOf(node.tags ?? {}, word),
              number(8, signed(Math.round(node.lat * UNITS))),
              number(9, signed(Math.round(node.lng * UNITS))),
            ]),
          ),
        ),
      ),
    ),
    blob(
      'OSMData',
      block((word) =>
        ways.map((way) =>
          bytes(3, Buffer.concat([number(1, varint(way.id)), ...tagsOf(way.tags, word), packed(8, deltas(way.nodes))])),
        ),
      ),
    ),
    ...(relations.length === 0
      ? []
      : [
          blob(
            'OSMData',
            block((word) =>
              relations.map((relation) =>
                bytes(
                  4,
                  Buffer.concat([
                    number(1, varint(relation.id)),
                    ...tagsOf(relation.tags, word),
                    packed(
                      8,
                      relation.ways.map(({ role }) => varint(word(role))),
                    ),
                    packed(9, deltas(relation.ways.map(({ id }) => id))),
                    packed(
                      10,
                      relation.ways.map(() => varint(WAY_MEMBER)),
                    ),
                  ]),
                ),
              ),
            ),
          ),
        ]),
  ]);
}

type Word = (text: string) => number;

function tagsOf(tags: Tags, word: Word): Buffer[] {
  const entries = Object.entries(tags);
  if (entries.length === 0) return [];
  return [
    packed(
      2,
      entries.map(([key]) => varint(word(key))),
    ),
    packed(
      3,
      entries.map(([, value]) => varint(word(value))),
    ),
  ];
}

/** Encodes a block with its own string table, whose first entry is empty by definition. */
function block(fill: (word: Word) => Buffer[]): Buffer {
  const table = new Map([['', 0]]);
  const group = fill((entry) => {
    const at = table.get(entry) ?? table.size;
    table.set(entry, at);
    return at;
  });
  const strings = Buffer.concat([...table.keys()].map((entry) => text(1, entry)));
  return Buffer.concat([bytes(1, strings), bytes(2, Buffer.concat(group))]);
}

function blob(type: 'OSMHeader' | 'OSMData', content: Buffer): Buffer {
  const data = Buffer.concat([number(2, varint(content.length)), bytes(3, deflateSync(content))]);
  const header = Buffer.concat([text(1, type), number(3, varint(data.length))]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, data]);
}
