import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { CityFailed } from '../city-failed';
import { type Box, centreOf } from '../geo';
import { varint } from '../varint';
import { MAX_ZOOM, type Tile } from './tiles';

/**
 * The header size of the PMTiles format, version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).
 */
const HEADER_BYTES = 127;
/** Header and root directory have to fit into the first 16,384 bytes. */
const ROOT_LIMIT = 16_384 - HEADER_BYTES;
const LEAF_ENTRIES = 4_096;
const GZIP = 2;
const MVT = 1;

interface Entry {
  id: number;
  offset: number;
  length: number;
  run: number;
}

/**
 * The id of a tile in the archive: its index on the Hilbert curve of its zoom, plus the number of tiles of all lower
 * zooms.
 */
export function tileId(z: number, x: number, y: number): number {
  let id = (4 ** z - 1) / 3;
  let [column, row] = [x, y];
  for (let half = 2 ** (z - 1); half >= 1; half /= 2) {
    const right = Math.floor(column / half) % 2;
    const below = Math.floor(row / half) % 2;
    id += half * half * ((3 * right) ^ below);
    [column, row] = rotate(half, column % half, row % half, right, below);
  }
  return id;
}

function rotate(half: number, x: number, y: number, right: number, below: number): [number, number] {
  if (below === 1) return [x, y];
  return right === 1 ? [half - 1 - y, half - 1 - x] : [y, x];
}

function directory(entries: readonly Entry[]): Buffer {
  const bytes: number[] = [];
  bytes.push(...varint(entries.length));
  let last = 0;
  for (const { id } of entries) {
    bytes.push(...varint(id - last));
    last = id;
  }
  for (const { run } of entries) bytes.push(...varint(run));
  for (const { length } of entries) bytes.push(...varint(length));
  for (const [index, { offset }] of entries.entries()) {
    const before = entries[index - 1];
    bytes.push(...varint(before && offset === before.offset + before.length ? 0 : offset + 1));
  }
  return gzipSync(Buffer.from(bytes));
}

/** Builds the root directory; if it would be too large, it points to leaf directories. */
function directories(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const whole = directory(entries);
  if (whole.length <= ROOT_LIMIT) return { root: whole, leaves: Buffer.alloc(0) };
  for (let size = LEAF_ENTRIES; ; size *= 2) {
    const leaves: Buffer[] = [];
    const pointers: Entry[] = [];
    let offset = 0;
    for (let from = 0; from < entries.length; from += size) {
      const leaf = directory(entries.slice(from, from + size));
      pointers.push({ id: entries[from]?.id ?? 0, offset, length: leaf.length, run: 0 });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = directory(pointers);
    if (root.length <= ROOT_LIMIT) return { root, leaves: Buffer.concat(leaves) };
  }
}

/**
 * Writes tiles into a PMTiles archive, from which a client reads each tile by a range of bytes. Tiles may come in any
 * order; identical ones are stored once. Returns the size of the file in bytes and how many tiles it addresses.
 */
export async function writePmtiles(
  file: string,
  tiles: Iterable<Tile>,
  { box, name, dataDate }: { box: Box; name: string; dataDate: string | null },
): Promise<{ bytes: number; tiles: number }> {
  const contents: Buffer[] = [];
  const byHash = new Map<string, { offset: number; length: number }>();
  const entries: Entry[] = [];
  let size = 0;
  for (const { z, x, y, data } of tiles) {
    const hash = createHash('sha1').update(data).digest('base64');
    let stored = byHash.get(hash);
    if (!stored) {
      const packed = gzipSync(data);
      stored = { offset: size, length: packed.length };
      byHash.set(hash, stored);
      contents.push(packed);
      size += packed.length;
    }
    entries.push({ id: tileId(z, x, y), ...stored, run: 1 });
  }
  entries.sort((a, b) => a.id - b.id);
  const { root, leaves } = directories(entries);
  const metadata = gzipSync(
    JSON.stringify({
      name,
      type: 'baselayer',
      format: 'pbf',
      version: dataDate ?? '',
      attribution: '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>',
    }),
  );
  const rootAt = HEADER_BYTES;
  const metadataAt = rootAt + root.length;
  const leavesAt = metadataAt + metadata.length;
  const dataAt = leavesAt + leaves.length;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 0, 'ascii');
  header.writeUInt8(3, 7);
  const lengths = [rootAt, root.length, metadataAt, metadata.length, leavesAt, leaves.length, dataAt, size];
  const counts = [entries.length, entries.length, byHash.size];
  for (const [index, value] of [...lengths, ...counts].entries()) header.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  header.writeUInt8(0, 96); // Not clustered: the tiles are not stored in the order of their ids.
  header.writeUInt8(GZIP, 97);
  header.writeUInt8(GZIP, 98);
  header.writeUInt8(MVT, 99);
  header.writeUInt8(0, 100);
  header.writeUInt8(MAX_ZOOM, 101);
  const centre = centreOf(box);
  const degrees = (value: number) => Math.round(value * 1e7);
  for (const [index, value] of box.entries()) header.writeInt32LE(degrees(value), 102 + index * 4);
  header.writeUInt8(12, 118);
  header.writeInt32LE(degrees(centre.lng), 119);
  header.writeInt32LE(degrees(centre.lat), 123);
  const handle = await open(file, 'w');
  try {
    await handle.writev([header, root, metadata, leaves]);
    for (const content of contents) await handle.write(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes: dataAt + size, tiles: entries.length };
}

/**
 * Reads the header of a PMTiles archive. Throws `CityFailed` for a file that is missing, unreadable, cut off, in
 * another format, or without vector tiles.
 */
export async function readMapHeader(file: string): Promise<{ box: Box }> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT';
    throw new CityFailed(isMissing ? `There is no file ${file}.` : `${file} cannot be read (${error.code}).`);
  });
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await handle.read(header, 0, HEADER_BYTES, 0);
    const isArchive = bytesRead === HEADER_BYTES && header.toString('ascii', 0, 7) === 'PMTiles' && header[7] === 3;
    if (!isArchive || header[99] !== MVT)
      throw new CityFailed(`${file} is no map of vector tiles (.pmtiles, version 3).`);
    const end = header.readBigUInt64LE(56) + header.readBigUInt64LE(64);
    if (BigInt((await handle.stat()).size) < end) throw new CityFailed(`${file} is cut off.`);
    const degrees = (at: number) => header.readInt32LE(at) / 1e7;
    return { box: [degrees(102), degrees(106), degrees(110), degrees(114)] };
  } finally {
    await handle.close();
  }
}
