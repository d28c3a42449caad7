import { readSync } from 'node:fs';
import { type Meta, NO_PAGE, PAGE_BYTES, PAGE_HEAD, readTree, TREE_BYTES, type Tree } from './meta';
import { bufferOf, compareSlices, type Slice } from './slice';

const BRANCH = 1;
const LEAF = 2;
const OVERFLOW = 4;
const NODE_HEAD = 8;
const ON_PAGES = 1;
const TABLE = 2;
const WORD = 0x1_0000_0000;

/** The data file is damaged; the message names the error and its position. */
export class CorruptFileError extends Error {}

/** Called with every entry of the tables; the slices are valid during the call only. */
export type EntryVisitor = (table: string, key: Slice, value: Slice) => void;

/** An entry of a page, as it is stored in the file. */
type Node = { flags: number; key: Slice; size: number; data: number };

/** Keys a page may hold: from `low` up to but without `high`; null for no bound. */
type Bounds = { low: Slice | null; high: Slice | null };

/** Limits for a page at its position in the tree: depth, range of keys, and newest transaction. */
type Place = { depth: number; bounds: Bounds; newest: number };

/** The state of walking one tree. */
type Walk = {
  name: string;
  tree: Tree;
  compare: (a: Slice, b: Slice) => number;
  onEntry: (key: Slice, value: Slice, flags: number) => void;
  counted: { branch: number; leaf: number; overflow: number; entries: number };
};

/** Reads a 64-bit number; page numbers stay far below what a double holds exactly. */
function wide(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * WORD;
}

function compareNumbers(a: Slice, b: Slice): number {
  return wide(a.bytes, a.from) - wide(b.bytes, b.from);
}

/**
 * Walks the trees of an LMDB file on the disk and checks their invariants: each page holds its own number, belongs to
 * one tree only, is not free and is no newer than the page above it; keys ascend within the bounds of the branches
 * above; each tree has as many pages and entries as its description says. LMDB itself checks none of this when it
 * reads.
 */
export class PageWalker {
  readonly #descriptor: number;
  readonly #newest: number;
  readonly #lastPage: number;
  readonly #used: Uint8Array;
  readonly #levels: Buffer[] = [];

  constructor(descriptor: number, { lastPage, transaction }: Meta) {
    this.#descriptor = descriptor;
    this.#newest = Number(transaction);
    this.#lastPage = Number(lastPage);
    this.#used = new Uint8Array(this.#lastPage + 1);
  }

  /** Walks the main tree, its tables and the free pages; yields before each page. Throws CorruptFileError. */
  *walk({ main, free }: Meta, onEntry: EntryVisitor): Generator<void> {
    const tables = new Map<string, Tree>();
    yield* this.#walkTree('main', main, (key, value, kind) => {
      const name = bufferOf(key).toString('latin1').replace(/\0$/, '');
      const bytes = bufferOf(value);
      if (kind !== TABLE || bytes.length !== TREE_BYTES) {
        throw new CorruptFileError(`the entry ${JSON.stringify(name)} of the main tree is no table`);
      }
      tables.set(name, readTree(bytes));
    });
    for (const [name, tree] of tables) {
      yield* this.#walkTree(name, tree, (key, value, kind) => {
        if (kind !== 0) throw new CorruptFileError(`the table ${name} holds an entry of an unknown kind`);
        onEntry(name, key, value);
      });
    }
    yield* this.#walkTree('free pages', free, (_key, value) => this.#markFree(bufferOf(value)), compareNumbers);
  }

  /** The transaction that wrote a page. */
  transactionOf(page: bigint): bigint {
    return page === NO_PAGE ? 0n : BigInt(wide(this.#read(Number(page), 0), 8));
  }

  *#walkTree(
    name: string,
    tree: Tree,
    onEntry: Walk['onEntry'],
    compare: Walk['compare'] = compareSlices,
  ): Generator<void> {
    const counted = { branch: 0, leaf: 0, overflow: 0, entries: 0 };
    const walk: Walk = { name, tree, compare, onEntry, counted };
    if (tree.root !== NO_PAGE) {
      const bounds = { low: null, high: null };
      yield* this.#walkPage(walk, Number(tree.root), { depth: 1, bounds, newest: this.#newest });
    }
    const { branchPages, leafPages, overflowPages, entries } = tree;
    const said = [branchPages, leafPages, overflowPages, entries].map(Number);
    const found = [counted.branch, counted.leaf, counted.overflow, counted.entries];
    if (said.some((number, at) => number !== found[at]) || (tree.root === NO_PAGE && tree.depth !== 0)) {
      const kinds = 'branch pages, leaf pages, overflow pages and entries';
      throw new CorruptFileError(`the tree ${name} has ${found.join(', ')} (${kinds}), not ${said.join(', ')}`);
    }
  }

  *#walkPage(walk: Walk, number: number, at: Place): Generator<void> {
    yield;
    const { name, tree, counted } = walk;
    if (at.depth > tree.depth) throw new CorruptFileError(`the tree ${name} is deeper than it should be`);
    this.#use(number, name);
    const page = this.#read(number, at.depth);
    const kind = page.readUInt16LE(18);
    const transaction = wide(page, 8);
    const isLeaf = at.depth === tree.depth;
    if (wide(page, 0) !== number)
      throw new CorruptFileError(`page ${number} of ${name} holds the number of another page`);
    if (kind !== (isLeaf ? LEAF : BRANCH)) throw new CorruptFileError(`page ${number} of ${name} is of another kind`);
    if (transaction > at.newest)
      throw new CorruptFileError(`page ${number} of ${name} is newer than the page above it`);
    if (isLeaf) {
      counted.leaf++;
      this.#walkLeaf(walk, page, number, at.bounds);
      return;
    }
    counted.branch++;
    const nodes = this.#nodesOf(page, number, walk, at.bounds, true);
    for (const [n, node] of nodes.entries()) {
      const low = n === 0 ? at.bounds.low : node.key;
      const high = nodes[n + 1]?.key ?? at.bounds.high;
      const child = node.size + node.flags * WORD;
      yield* this.#walkPage(walk, child, { depth: at.depth + 1, bounds: { low, high }, newest: transaction });
    }
  }

  #walkLeaf(walk: Walk, page: Buffer, number: number, bounds: Bounds): void {
    for (const node of this.#nodesOf(page, number, walk, bounds, false)) {
      walk.counted.entries++;
      const onPages = (node.flags & ON_PAGES) !== 0;
      const value = onPages
        ? this.#overflow(walk, page, node)
        : { bytes: page, from: node.data, to: node.data + node.size };
      walk.onEntry(node.key, value, node.flags & ~ON_PAGES);
    }
  }

  /** The nodes of a page. Checks that their keys ascend within the bounds; the first key of a branch is unused. */
  #nodesOf(page: Buffer, number: number, { name, compare }: Walk, { low, high }: Bounds, isBranch: boolean): Node[] {
    const lower = page.readUInt16LE(20);
    const upper = page.readUInt16LE(22);
    const broken = () => new CorruptFileError(`page ${number} of ${name} is broken`);
    const outOfOrder = () => new CorruptFileError(`the keys of page ${number} of ${name} are out of order`);
    if (lower % 2 !== 0 || upper < lower || upper > PAGE_BYTES - PAGE_HEAD || lower === 0) throw broken();
    const nodes: Node[] = [];
    let before = low;
    for (let at = PAGE_HEAD; at < PAGE_HEAD + lower; at += 2) {
      const offset = page.readUInt16LE(at);
      const start = offset + PAGE_HEAD;
      if (offset < upper || offset % 2 !== 0 || start + NODE_HEAD > PAGE_BYTES) throw broken();
      const size = page.readUInt16LE(start) + page.readUInt16LE(start + 2) * 0x1_0000;
      const flags = page.readUInt16LE(start + 4);
      const data = start + NODE_HEAD + page.readUInt16LE(start + 6);
      const stored = isBranch ? 0 : (flags & ON_PAGES) !== 0 ? 24 : size;
      if (data + stored > PAGE_BYTES) throw broken();
      const key = { bytes: page, from: start + NODE_HEAD, to: data };
      const isFirst = isBranch && nodes.length === 0;
      if (!isFirst) {
        const order = before === null ? 1 : compare(key, before);
        // The first key of a page may equal the key of the branch above it.
        if (!(order > 0 || (order === 0 && before === low))) throw outOfOrder();
        before = key;
      }
      nodes.push({ flags, key, size, data });
    }
    // The last key is the largest one.
    if (high !== null && before !== null && before !== low && compare(before, high) >= 0) throw outOfOrder();
    return nodes;
  }

  /** Reads a value that is too long for its page from its overflow pages, which are consecutive. */
  #overflow({ name, counted }: Walk, page: Buffer, { data, size }: Node): Slice {
    const first = wide(page, data);
    const pages = Math.ceil((PAGE_HEAD + size) / PAGE_BYTES);
    for (let n = 0; n < pages; n++) this.#use(first + n, name);
    const bytes = Buffer.allocUnsafe(pages * PAGE_BYTES);
    if (readSync(this.#descriptor, bytes, 0, bytes.length, first * PAGE_BYTES) !== bytes.length) throw truncatedFile();
    const sound = wide(bytes, 0) === first && bytes.readUInt16LE(18) === OVERFLOW && bytes.readUInt32LE(20) === pages;
    if (!sound || wide(page, data + 16) !== pages)
      throw new CorruptFileError(`the value on page ${first} of ${name} is broken`);
    counted.overflow += pages;
    return { bytes, from: PAGE_HEAD, to: PAGE_HEAD + size };
  }

  /**
   * Marks the pages of a list of free pages as used. The list begins with the number of its entries. An entry is the
   * number of a page, or 0 for a gap, or −n. The entry after −n is the number of the first of n consecutive pages.
   */
  #markFree(list: Buffer): void {
    const count = list.length < 8 ? -1 : wide(list, 0);
    if (count < 0 || (count + 1) * 8 > list.length) throw new CorruptFileError('a list of free pages is broken');
    for (let at = 1; at <= count; at++) {
      const entry = list.readBigInt64LE(at * 8);
      if (entry === 0n) continue;
      if (entry < 0n) at++;
      if (at > count) return;
      const first = entry < 0n ? wide(list, at * 8) : Number(entry);
      const pages = entry < 0n ? Number(-entry) : 1;
      if (first + pages - 1 > this.#lastPage) throw new CorruptFileError('a page beyond the end is listed as free');
      for (let n = 0; n < pages; n++) this.#use(first + n, 'free pages');
    }
  }

  #use(page: number, name: string): void {
    if (!(page >= 2 && page <= this.#lastPage))
      throw new CorruptFileError(`${name} leads to page ${page}, which does not exist`);
    if (this.#used[page]) throw new CorruptFileError(`page ${page} of ${name} is used twice`);
    this.#used[page] = 1;
  }

  #read(page: number, level: number): Buffer {
    const buffer = this.#levels[level] ?? Buffer.allocUnsafe(PAGE_BYTES);
    this.#levels[level] = buffer;
    if (readSync(this.#descriptor, buffer, 0, PAGE_BYTES, page * PAGE_BYTES) !== PAGE_BYTES) throw truncatedFile();
    return buffer;
  }
}

/** The error for a file that ends too early. */
export function truncatedFile(): CorruptFileError {
  return new CorruptFileError(
    'it ends before the last page of its newest state: it was truncated, for example by an incomplete copy',
  );
}
