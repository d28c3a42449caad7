import { readFileSync } from 'node:fs';

/** The page size of our files in bytes: LMDB needs two nodes on a page, and 8 KiB leave room for long index keys. */
export const PAGE_BYTES = 8192;
/** The size of a page's header, in bytes. */
export const PAGE_HEAD = 24;
/** No page: the root of an empty tree. */
export const NO_PAGE = 0xffff_ffff_ffff_ffffn;

const MAGIC = 0xbeefc0de;
const VERSION = 2;
const META_PAGE = 8;
const UNFLUSHED = 0x1000;
/** The size of a tree's description, in bytes. */
export const TREE_BYTES = 48;

/** LMDB's description of one of its trees. */
export type Tree = {
  flags: number;
  depth: number;
  branchPages: bigint;
  leafPages: bigint;
  overflowPages: bigint;
  entries: bigint;
  root: bigint;
};

/** LMDB's meta page of one transaction, with the trees of that transaction. */
export type Meta = { free: Tree; main: Tree; lastPage: bigint; transaction: bigint; boot: bigint };

/** Reads the description of a tree: in a meta page, or as the value of a named table. */
export function readTree(bytes: Buffer, at = 0): Tree {
  return {
    flags: bytes.readUInt16LE(at + 4),
    depth: bytes.readUInt16LE(at + 6),
    branchPages: bytes.readBigUInt64LE(at + 8),
    leafPages: bytes.readBigUInt64LE(at + 16),
    overflowPages: bytes.readBigUInt64LE(at + 24),
    entries: bytes.readBigUInt64LE(at + 32),
    root: bytes.readBigUInt64LE(at + 40),
  };
}

function readMeta(head: Buffer, at: number): Meta {
  const trees = at + PAGE_HEAD + 24;
  const behind = trees + 2 * TREE_BYTES;
  return {
    free: readTree(head, trees),
    main: readTree(head, trees + TREE_BYTES),
    lastPage: head.readBigUInt64LE(behind),
    transaction: head.readBigUInt64LE(behind + 8),
    boot: head.readBigInt64LE(behind + 16),
  };
}

/** The boot id by which LMDB detects that the machine was restarted; 0 if it is unknown. */
function currentBoot(): bigint {
  try {
    return BigInt(`0x${/^[0-9a-f]+/.exec(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))?.[0] ?? '0'}`);
  } catch {
    return 0n;
  }
}

function newer(a: Meta, b: Meta): Meta {
  return a.transaction >= b.transaction ? a : b;
}

/** The state that LMDB chooses: an unflushed state is valid only if the machine has not been restarted since. */
function moreDurable(a: Meta, b: Meta, boot: bigint): Meta {
  const latest = newer(a, b);
  if (b.transaction === 0n) return a;
  if ((latest.boot !== 0n && latest.boot === boot) || (latest.free.flags & UNFLUSHED) === 0) return latest;
  return a.transaction > b.transaction ? b : a;
}

function isSameTree(a: Tree, b: Tree): boolean {
  return (
    (a.flags & ~UNFLUSHED) === (b.flags & ~UNFLUSHED) &&
    a.depth === b.depth &&
    a.branchPages === b.branchPages &&
    a.leafPages === b.leafPages &&
    a.overflowPages === b.overflowPages &&
    a.entries === b.entries &&
    a.root === b.root
  );
}

function agree(a: Meta, b: Meta): boolean {
  if (a.transaction !== b.transaction) return true;
  return a.lastPage === b.lastPage && isSameTree(a.free, b.free) && isSameTree(a.main, b.main);
}

/** The kind of file, from its first two pages: LMDB with our page size, another LMDB file, or no LMDB file. */
export function kindOf(head: Buffer): 'ours' | 'another' | 'none' {
  if (head.readUInt32BE(PAGE_HEAD) === MAGIC) return 'another';
  if (head.readUInt32LE(PAGE_HEAD) !== MAGIC) return 'none';
  const sizes = [0, PAGE_BYTES].map((at) => head.readUInt32LE(at + PAGE_HEAD + 24));
  const isOurs = sizes.includes(PAGE_BYTES) || sizes[0] === 0;
  return isOurs ? 'ours' : 'another';
}

/** Whether the first pages of a file are those of LMDB, in its version and with our page size. */
export function isLmdbHead(head: Buffer): boolean {
  return [0, PAGE_BYTES].every(
    (at) =>
      head.readUInt32LE(at + PAGE_HEAD) === MAGIC &&
      head.readUInt32LE(at + PAGE_HEAD + 4) === VERSION &&
      head.readUInt32LE(at + PAGE_HEAD + 24) === PAGE_BYTES &&
      (head.readUInt16LE(at + 18) & META_PAGE) !== 0,
  );
}

/** The size of the page header and the contents of LMDB's first meta page, in bytes. */
const META_BYTES = PAGE_HEAD + 24 + 2 * TREE_BYTES + 24;

/**
 * Whether a file was left by a start that ended before its second transaction: nothing was ever stored in it. `length` is
 * the number of bytes of `head` that the file contains. Transaction 1 is written to the second page and transaction 2 to
 * the first page, which therefore still holds the number 0.
 */
export function isUninitialised(head: Buffer, length: number): boolean {
  if (length < META_BYTES || head.readUInt32LE(PAGE_HEAD) !== MAGIC || readMeta(head, 0).transaction !== 0n)
    return false;
  return length < head.length || readMeta(head, PAGE_BYTES).transaction <= 1n;
}

/**
 * The state of the file that LMDB will open, from its first two pages. Each of them holds one of the last two
 * transactions; the second half of the first page holds the last flushed one. Null if these contradict each other.
 */
export function pickMeta(head: Buffer): Meta | null {
  const metas = readMetas(head);
  if (!metas) return null;
  const { even, odd, flushed } = metas;
  const boot = process.env.LMDB_RESTORE === 'safe' ? 0n : currentBoot();
  const sure = moreDurable(even, odd, boot);
  return flushed.transaction === 0n ? sure : moreDurable(sure, flushed, boot);
}

/**
 * The numbers of the last two transactions of a file, from its first two pages; consecutive in an intact file. `lastPage`:
 * the number of the last page that the newest of them uses.
 */
export function transactionsOf(head: Buffer): { older: bigint; latest: bigint; lastPage: bigint } {
  const even = readMeta(head, 0);
  const odd = readMeta(head, PAGE_BYTES);
  const [older, latest] = even.transaction < odd.transaction ? [even, odd] : [odd, even];
  return { older: older.transaction, latest: latest.transaction, lastPage: latest.lastPage };
}

/** The newest state of a file that is open; null if its first pages contradict each other. */
export function newestMeta(head: Buffer): Meta | null {
  const metas = readMetas(head);
  return metas && newer(metas.even, metas.odd);
}

function readMetas(head: Buffer): { even: Meta; odd: Meta; flushed: Meta } | null {
  const even = readMeta(head, 0);
  const odd = readMeta(head, PAGE_BYTES);
  const flushed = readMeta(head, PAGE_BYTES / 2);
  if (even.transaction % 2n !== 0n || (odd.transaction % 2n !== 1n && odd.transaction !== 0n)) return null;
  const [older, latest] = even.transaction < odd.transaction ? [even, odd] : [odd, even];
  if (latest.transaction - older.transaction > 1n) return null;
  if (flushed.transaction > latest.transaction || !agree(flushed, latest) || !agree(flushed, older)) return null;
  return { even, odd, flushed };
}
