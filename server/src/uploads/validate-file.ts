import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata } from 'sharp';
import { scansOf } from './jpeg';
import { readPdf } from './pdf';
import type { Extension } from './storage';

/** The verdict on a file, by its content alone: bytes that are safe to store, or the reason why not. */
export type Verdict =
  | Accepted
  | { kind: 'unsupported_picture' | 'broken_picture' | 'active_pdf' | 'encrypted_pdf' | 'broken_pdf' | 'other' };

/** A file that is accepted: the bytes to store. */
export interface Accepted {
  kind: 'image' | 'pdf';
  bytes: Uint8Array;
  extension: Extension;
}

/** The maximum size of a picture in pixels: enough for pictures of phones, and few enough to be decoded in memory. */
const MAX_PIXELS = 64_000_000;
/**
 * The factor for a progressive picture: it cannot be decoded row by row, so it is kept whole in memory and takes much
 * more time.
 */
const PROGRESSIVE_FACTOR = 2.5;
/**
 * The maximum number of scans of a JPEG. Encoders write about ten; a scan without changes has 50 bytes and takes as
 * long as any other.
 */
const MAX_SCANS = 64;
/** A row costs at least as much as one with this many pixels. */
const LEAST_ROW = 256;
/** Larger pictures are scaled down to this many pixels on the longer side: an admin does not need more detail. */
const MAX_SIDE = 2560;
const PDF_HEADER = '%PDF-';
const unsupported = /^image\/(heic|heif|avif|webp)/;

/**
 * Validates an uploaded file by its content, never by its name or declared type. Pictures are decoded and encoded
 * again.
 */
export async function validateFile(bytes: Uint8Array): Promise<Verdict> {
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (type === 'image/jpeg') return encodeAnew(bytes, 'jpg');
  if (type === 'image/png' || type === 'image/apng') return encodeAnew(bytes, 'png');
  if (unsupported.test(type)) return { kind: 'unsupported_picture' };
  const head = Buffer.from(bytes.subarray(0, PDF_HEADER.length)).toString('latin1');
  return head === PDF_HEADER ? validatePdf(bytes) : { kind: 'other' };
}

/** A PDF is stored unchanged, so it has to be one that only shows pages. */
async function validatePdf(bytes: Uint8Array): Promise<Verdict> {
  const verdict = await readPdf(bytes);
  switch (verdict) {
    case 'plain':
      return { kind: 'pdf', bytes, extension: 'pdf' };
    case 'more_than_pdf':
      return { kind: 'other' };
    default:
      return { kind: `${verdict}_pdf` };
  }
}

/** Encoding again drops metadata (where the picture was taken) and data that is hidden in the file. */
async function encodeAnew(bytes: Uint8Array, extension: 'jpg' | 'png'): Promise<Verdict> {
  try {
    const given = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    if (effortOf(await given.metadata()) > MAX_PIXELS || (extension === 'jpg' && scansOf(bytes) > MAX_SCANS))
      return { kind: 'broken_picture' };
    const picture = given
      // Phones store pictures rotated and state the rotation in the metadata, which is dropped.
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true });
    const encoded = extension === 'jpg' ? picture.jpeg({ quality: 85 }) : picture.png();
    return { kind: 'image', bytes: await encoded.toBuffer(), extension };
  } catch {
    return { kind: 'broken_picture' };
  }
}

/** The cost of decoding a picture, as a number of pixels of an ordinary one. */
function effortOf({ width, height, depth, isProgressive }: Metadata): number {
  return Math.max(width, LEAST_ROW) * height * (depth === 'uchar' ? 1 : 2) * (isProgressive ? PROGRESSIVE_FACTOR : 1);
}
