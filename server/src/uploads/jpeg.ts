const MARK = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Markers without a segment: a byte of 0xFF within a scan, restart markers, the start of the image. */
const isBare = (mark: number) => mark <= 0x01 || (mark >= 0xd0 && mark <= 0xd8);

/**
 * Counts the scans of a JPEG up to its end: a decoder processes the whole picture in each scan, however few bytes the
 * scan has. Data after the picture (a film, a second picture) is not counted, nor are pictures in its metadata.
 */
export function scansOf(bytes: Uint8Array): number {
  let scans = 0;
  for (let at = bytes.indexOf(MARK); at >= 0 && at + 1 < bytes.length; ) {
    const mark = bytes[at + 1] ?? 0;
    if (mark === END_OF_IMAGE) break;
    if (mark === START_OF_SCAN) scans += 1;
    at = bytes.indexOf(MARK, at + lengthOf(mark, bytes, at));
  }
  return scans;
}

/** The bytes from a marker to the end of its segment. Any number of 0xFF may precede a marker. */
function lengthOf(mark: number, bytes: Uint8Array, at: number): number {
  if (mark === MARK) return 1;
  if (isBare(mark)) return 2;
  return 2 + Math.max((bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0), 2);
}
