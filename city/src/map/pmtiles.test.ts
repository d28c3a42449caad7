import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PMTiles, type Source, zxyToTileId } from 'pmtiles';
import { tileId, writePmtiles } from './pmtiles';
import type { Tile } from './tiles';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boli-pmtiles-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Opens the file with the official reader of the format. */
async function readerOf(file: string): Promise<{ reader: PMTiles; close: () => Promise<void> }> {
  const handle = await open(file);
  const source: Source = {
    getKey: () => file,
    async getBytes(offset, length) {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await handle.read(bytes, 0, length, offset);
      return { data: Uint8Array.from(bytes.subarray(0, bytesRead)).buffer };
    },
  };
  return { reader: new PMTiles(source), close: () => handle.close() };
}

test.each([
  [0, 0, 0],
  [1, 1, 0],
  [5, 22, 13],
  [14, 11_685, 6_721],
  [14, 16_383, 16_383],
])('the tile %d/%d/%d has the id that the PMTiles specification gives it', (z, x, y) => {
  expect(tileId(z, x, y)).toBe(zxyToTileId(z, x, y));
});

test('the official reader finds the tiles of an archive with leaf directories; equal tiles are stored once', async () => {
  const tiles: Tile[] = [];
  for (let n = 0; n < 16_000; n++) {
    // Scattered, so that the compressed directory does not fit into the first 16,384 bytes and gets leaves.
    const [x, y] = [(n * 7_919) % 16_384, (n * 104_729) % 16_384];
    tiles.push({ z: 14, x, y, data: Buffer.from(n % 5 === 0 ? 'the same' : `tile ${x}/${y}`) });
  }
  const file = join(folder, 'large.pmtiles');
  const written = await writePmtiles(file, tiles, { box: [76, 30, 77, 31], name: 'Large', dataDate: '2026-03-01' });
  expect(written.tiles).toBe(16_000);
  const { reader, close } = await readerOf(file);
  const { leafDirectoryLength, numTileContents, minLon, maxLat } = await reader.getHeader();
  expect(leafDirectoryLength).toBeGreaterThan(0);
  expect({ numTileContents, minLon, maxLat }).toEqual({ numTileContents: 12_801, minLon: 76, maxLat: 31 });
  for (const { z, x, y, data } of tiles.filter((_, n) => n % 97 === 0)) {
    const found = await reader.getZxy(z, x, y);
    expect(found && Buffer.from(found.data)).toEqual(data);
  }
  expect(await reader.getZxy(13, 0, 0)).toBeUndefined();
  await close();
});
