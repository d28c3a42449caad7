import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXTS = /\.(js|mjs|css|html|svg|webmanifest)$/;
/** The minimum size of a file that is compressed, in bytes: a smaller file fits into one network packet anyway. */
const MIN_BYTES = 1_000;

/**
 * Compresses two levels below the maximum: the result is a tenth larger than at the maximum, but takes a twentieth of the
 * time.
 * @param {Buffer} bytes
 */
const brotli = (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
/** @param {Buffer} bytes */
const gzipped = (bytes) => promisify(gzip)(bytes, { level: 9 });

/**
 * Writes a `.br` and a `.gz` file beside each text file of a folder and its subfolders, except files smaller than
 * `MIN_BYTES`, so that a server need not compress them for each response.
 * @param {string} folder
 */
export async function precompress(folder) {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(names.filter((name) => TEXTS.test(name)).map((name) => compressFile(join(folder, name))));
}

/** @param {string} file */
async function compressFile(file) {
  const bytes = await readFile(file);
  if (bytes.length < MIN_BYTES) return;
  await Promise.all([
    brotli(bytes).then((smaller) => writeFile(`${file}.br`, smaller)),
    gzipped(bytes).then((smaller) => writeFile(`${file}.gz`, smaller)),
  ]);
}

/**
 * Copies files into a folder, and then compresses the files of the folder with {@link precompress}.
 * @param {readonly string[]} files
 * @param {string} folder
 */
export async function copyCompressed(files, folder) {
  await mkdir(folder, { recursive: true });
  await Promise.all(files.map((file) => copyFile(file, join(folder, basename(file)))));
  await precompress(folder);
}
