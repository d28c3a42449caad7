import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Point } from '@boli/shared/core/fields';
import { OSMTransform } from 'osm-pbf-parser-node';
import { CityFailed } from '../city-failed';
import { doubles } from './growing';
import { NodeCollector, type NodeTable } from './nodes';

export type Tags = Readonly<Record<string, string>>;

/** A node that has at least one of the tags in `KEPT`. */
export interface TaggedNode extends Point {
  id: number;
  tags: Tags;
}

export interface Way {
  readonly id: number;
  /** Ways with equal tags share one object. */
  readonly tags: Tags;
  /** The nodes of the way, as indexes of the node table. Nodes that the extract lacks are left out. */
  readonly nodes: Int32Array;
}

/** A way whose nodes are stored in one array with those of all others: a large city has a million ways. */
class PackedWay implements Way {
  readonly id: number;
  readonly tags: Tags;
  readonly #all: Int32Array;
  readonly #from: number;
  readonly #end: number;

  constructor({ id, tags }: { id: number; tags: Tags }, all: Int32Array, from: number, end: number) {
    this.id = id;
    this.tags = tags;
    this.#all = all;
    this.#from = from;
    this.#end = end;
  }

  get nodes(): Int32Array {
    return this.#all.subarray(this.#from, this.#end);
  }
}

/** An area that consists of several ways. */
export interface Multipolygon {
  id: number;
  tags: Tags;
  outer: Way[];
  inner: Way[];
}

/**
 * The content of an OpenStreetMap extract, for a city's map and place search, and for tests of its routes. The road engine
 * reads the file itself.
 */
export interface Extract {
  nodes: NodeTable;
  tagged: TaggedNode[];
  ways: Way[];
  multipolygons: Multipolygon[];
  /** The day of the data (YYYY-MM-DD) by the file's header; null if it has none. */
  dataDate: string | null;
}

const NAMES = ['name', 'name:en', 'name:hi', 'alt_name', 'short_name', 'old_name', 'official_name', 'int_name', 'ref'];
const KINDS = [
  'amenity',
  'shop',
  'tourism',
  'leisure',
  'office',
  'healthcare',
  'public_transport',
  'railway',
  'aeroway',
];
const AREAS = ['building', 'landuse', 'natural', 'waterway', 'water', 'man_made', 'place', 'area', 'boundary', 'type'];
const ROADS = [
  'highway',
  'oneway',
  'bridge',
  'tunnel',
  'layer',
  'service',
  'access',
  'junction',
  'vehicle',
  'motor_vehicle',
  'motorcar',
  'barrier',
];
const ADDRESSES = ['addr:housenumber', 'addr:street', 'addr:place', 'addr:city', 'population', 'capital', 'aerialway'];
const KEPT = [...NAMES, ...KINDS, ...AREAS, ...ROADS, ...ADDRESSES];

interface RawNode extends Point {
  type: 'node';
  id: number;
  lon: number;
  tags?: Tags;
}
interface RawWay {
  type: 'way';
  id: number;
  refs: number[];
  tags?: Tags;
}
interface RawRelation {
  type: 'relation';
  id: number;
  members: { type: string; ref: number; role: string }[];
  tags?: Tags;
}
interface RawHeader {
  type?: undefined;
  osmosis_replication_timestamp?: number;
}
type Raw = RawNode | RawWay | RawRelation | RawHeader;

/**
 * Reads an OpenStreetMap extract (`.osm.pbf` with zlib blobs, as Geofabrik, BBBike and osmium write them) in one pass.
 * Throws `CityFailed` for a file that is missing, unreadable, truncated, empty or in another format.
 */
export async function readExtract(file: string): Promise<Extract> {
  const reader = new ExtractReader();
  try {
    const parsing = new OSMTransform({ withTags: { node: KEPT, way: KEPT, relation: KEPT } });
    await pipeline(createReadStream(file), parsing, async (batches: AsyncIterable<Raw[]>) => {
      for await (const batch of batches) for (const item of batch) reader.add(item);
    });
  } catch (error) {
    throw asFailure(file, error);
  }
  return reader.extract(file);
}

function asFailure(file: string, error: unknown): CityFailed {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code === 'ENOENT') return new CityFailed(`There is no file ${file}.`);
  if (code === 'EACCES' || code === 'EISDIR') return new CityFailed(`${file} cannot be read (${String(code)}).`);
  return new CityFailed(
    `${file} is not a complete OpenStreetMap extract (.osm.pbf): it is truncated, damaged or in another format.`,
  );
}

class ExtractReader {
  readonly #nodes = new NodeCollector();
  readonly #tagged: TaggedNode[] = [];
  readonly #refs = doubles();
  readonly #ways: { id: number; tags: Tags; end: number }[] = [];
  readonly #relations: RawRelation[] = [];
  readonly #sharedTags = new Map<string, Tags>();
  #dataDate: string | null = null;

  add(item: Raw): void {
    if (item.type === 'node') this.#addNode(item);
    else if (item.type === 'way') this.#addWay(item);
    else if (item.type === 'relation') this.#addRelation(item);
    else this.#addHeader(item);
  }

  #addHeader({ osmosis_replication_timestamp: seconds }: RawHeader): void {
    if (seconds) this.#dataDate = new Date(seconds * 1_000).toISOString().slice(0, 10);
  }

  #addNode({ id, lat, lon, tags }: RawNode): void {
    const point = { lat, lng: lon };
    this.#nodes.add(id, point);
    if (tags) this.#tagged.push({ id, ...point, tags });
  }

  #addWay({ id, refs, tags = {} }: RawWay): void {
    for (const ref of refs) this.#refs.push(ref);
    this.#ways.push({ id, tags: this.#shared(tags), end: this.#refs.length });
  }

  #shared(tags: Tags): Tags {
    const key = JSON.stringify(tags);
    const known = this.#sharedTags.get(key);
    if (!known) this.#sharedTags.set(key, tags);
    return known ?? tags;
  }

  #addRelation(relation: RawRelation): void {
    if (relation.tags?.type === 'multipolygon') this.#relations.push(relation);
  }

  extract(file: string): Extract {
    const nodes = this.#nodes.table();
    if (nodes.size === 0 || this.#ways.length === 0) {
      throw new CityFailed(`${file} holds no streets: take an extract of a city from OpenStreetMap.`);
    }
    const ways = this.#packedWays(nodes);
    const byId = new Map(ways.map((way) => [way.id, way]));
    const multipolygons = this.#relations.map(({ id, tags = {}, members }) => {
      const withRole = (role: string) =>
        members.flatMap((member) =>
          member.type === 'way' && member.role === role ? (byId.get(member.ref) ?? []) : [],
        );
      return { id, tags, outer: [...withRole('outer'), ...withRole('')], inner: withRole('inner') };
    });
    return { nodes, tagged: this.#tagged, ways, multipolygons, dataDate: this.#dataDate };
  }

  #packedWays(nodes: NodeTable): Way[] {
    const refs = this.#refs.done();
    const indexes = new Int32Array(refs.length);
    let length = 0;
    let next = 0;
    return this.#ways.map((way) => {
      const from = length;
      for (; next < way.end; next++) {
        const index = nodes.indexOf(refs[next] ?? -1);
        if (index >= 0) indexes[length++] = index;
      }
      return new PackedWay(way, indexes, from, length);
    });
  }
}
