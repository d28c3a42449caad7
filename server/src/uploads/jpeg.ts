const MARK = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Marks without a segment: a byte of 0xFF in a pass, restarts within one, the beginning. */
const isBare = (mark: number) => mark <= 0x01 || (mark >= 0xd0 && mark <= 0xd8);

/**
 * How many passes (scans) a JPEG is drawn in, up to its end: a decoder goes over the whole picture in each, however few
 * bytes one has. What follows the picture (a film, a second one) does not count, nor does what its metadata hold.
 */
export function passesOf(bytes: Uint8Array): number {
  let passes = 0;
  for (let at = bytes.indexOf(MARK); at >= 0 && at + 1 < bytes.length; ) {
    const mark = bytes[at + 1] ?? 0;
    if (mark === END_OF_IMAGE) break;
    if (mark === START_OF_SCAN) passes += 1;
    at = bytes.indexOf(MARK, at + lengthOf(mark, bytes, at));
  }
  return passes;
}

/** The bytes from a mark to behind its segment. Any number of 0xFF may stand before a mark. */
function lengthOf(mark: number, bytes: Uint8Array, at: number): number {
  if (mark === MARK) return 1;
  if (isBare(mark)) return 2;
  return 2 + Math.max((bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0), 2);
}
