const SIDE = 64;
/** Blocks of 8 pixels by 8. */
const BLOCKS = (SIDE / 8) ** 2;

const segment = (mark: number, content: readonly number[]) => [0xff, mark, 0, content.length + 2, ...content];
/** A Huffman table with one code, the bit 0, for this value. */
const table = (id: number, value: number) => segment(0xc4, [id, 1, ...Array<number>(15).fill(0), value]);
const pass = (from: number, to: number, bits: readonly number[]) => [...segment(0xda, [1, 1, 0, from, to, 0]), ...bits];
/** A scan in which the mean of each block equals that of the block before. */
const means = pass(0, 0, Array<number>(BLOCKS / 8).fill(0));
/** A scan that changes no block: a code for 2^6 unchanged blocks, and six bits for the number of additional ones. */
const nothingMore = pass(1, 63, [0b0000_0001]);

/** A grey progressive JPEG with this many scans, of which all but the first change nothing. */
export function jpegInPasses(passes: number): Buffer {
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    ...segment(0xc2, [8, 0, SIDE, 0, SIDE, 1, 1, 0x11, 0]),
    ...table(0x00, 0),
    ...table(0x10, 0x60),
    ...means,
    ...Array.from({ length: passes - 1 }, () => nothingMore).flat(),
    ...[0xff, 0xd9],
  ]);
}
