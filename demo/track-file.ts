import { readFile } from 'node:fs/promises';
import { parseTrack, type TrackPoint } from './track';
import { BadTrack } from './track-point';

/** The maximum size in bytes, far above any recorded trip; a file is read as a whole. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads a recorded track from a file in any encoding. Throws `BadTrack` if the file cannot be read or is no track. */
export async function readTrackFile(path: string): Promise<TrackPoint[]> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new BadTrack(`The track ${path} cannot be read (${error.code}).`);
  });
  if (bytes.length > MAX_BYTES) throw new BadTrack(`The track ${path} has more than ${MAX_BYTES / 1024 / 1024} MB.`);
  return parseTrack(decodeTrack(bytes, path), path);
}

/** Decodes a file by its byte order mark, else by the zeros of UTF-16, else as its XML declares, else as UTF-8. */
export function decodeTrack(bytes: Uint8Array, name: string): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new BadTrack(`${name} is no text in ${encoding}.`);
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== undefined && first !== 0 && second === 0) return 'utf-16le';
  if (first === 0 && second !== undefined && second !== 0) return 'utf-16be';
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8';
}
