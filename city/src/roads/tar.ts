import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

const BLOCK = 512;

/** One header of POSIX ustar (https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html). */
function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'ascii');
  block.write(name, 0, 100, 'utf8');
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  block.write('        0', 148, 'ascii');
  block.write('ustar\x0000', 257, 'ascii');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  return block;
}

/** Packs the road tiles under a folder into one file, which the engine maps into memory. */
export async function packTiles(folder: string, file: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const tiles = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.gph'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  await pipeline(async function* () {
    for (const tile of tiles) {
      const { size } = await stat(tile);
      yield header(relative(folder, tile).split(sep).join('/'), size);
      yield* createReadStream(tile);
      yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
    }
    yield Buffer.alloc(2 * BLOCK);
  }, createWriteStream(file));
}
