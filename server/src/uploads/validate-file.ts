import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata } from 'sharp';
import { passesOf } from './jpeg';
import { readPdf } from './pdf';
import type { Extension } from './storage';

/** What a file turned out to be, by its content alone: bytes that are safe to keep, or why not. */
export type Verdict =
  | Accepted
  | { kind: 'unsupported_picture' | 'broken_picture' | 'active_pdf' | 'encrypted_pdf' | 'broken_pdf' | 'other' };

/** A file that may be kept: its bytes as they are to be stored. */
export interface Accepted {
  kind: 'image' | 'pdf';
  bytes: Uint8Array;
  extension: Extension;
}

/** More pixels than any phone's camera makes; less than what would exhaust memory when decoded. */
const MAX_PIXELS = 64_000_000;
/** A picture that comes in passes cannot be decoded line by line: it is held whole, and takes many times the time. */
const IN_PASSES = 2.5;
/** Passes of a JPEG. Encoders make some ten; one that changes nothing takes 50 bytes, and as long as any other. */
const MAX_PASSES = 64;
/** A row costs at least as much as one of so many pixels. */
const LEAST_ROW = 256;
/** Larger pictures are scaled down to fit: nobody looks at a document in more detail. */
const MAX_SIDE = 2560;
const PDF_HEADER = '%PDF-';
const unsupported = /^image\/(heic|heif|avif|webp)/;

/** Judges an uploaded file by its content, never by its name or declared type. Pictures are decoded and encoded anew. */
export async function validateFile(bytes: Uint8Array): Promise<Verdict> {
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  if (type === 'image/jpeg') return encodeAnew(bytes, 'jpg');
  if (type === 'image/png' || type === 'image/apng') return encodeAnew(bytes, 'png');
  if (unsupported.test(type)) return { kind: 'unsupported_picture' };
  const head = Buffer.from(bytes.subarray(0, PDF_HEADER.length)).toString('latin1');
  return head === PDF_HEADER ? validatePdf(bytes) : { kind: 'other' };
}

/** A PDF is kept as it is, so it has to be one that only shows pages. */
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

/** Encoding anew leaves behind metadata (where the picture was taken) and whatever was hidden beside the picture. */
async function encodeAnew(bytes: Uint8Array, extension: 'jpg' | 'png'): Promise<Verdict> {
  try {
    const given = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    if (effortOf(await given.metadata()) > MAX_PIXELS || (extension === 'jpg' && passesOf(bytes) > MAX_PASSES))
      return { kind: 'broken_picture' };
    const picture = given
      // Phones store pictures lying on their side and say so in the metadata that is about to go.
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true });
    const encoded = extension === 'jpg' ? picture.jpeg({ quality: 85 }) : picture.png();
    return { kind: 'image', bytes: await encoded.toBuffer(), extension };
  } catch {
    return { kind: 'broken_picture' };
  }
}

/** What a picture costs to decode, in pixels of an ordinary one. */
function effortOf({ width, height, depth, isProgressive }: Metadata): number {
  return Math.max(width, LEAST_ROW) * height * (depth === 'uchar' ? 1 : 2) * (isProgressive ? IN_PASSES : 1);
}
