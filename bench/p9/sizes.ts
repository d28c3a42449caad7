import type { RequestedFile } from '../../e2e/support/first-load';
import { withoutHash } from '../../e2e/support/without-hash';
import type { Load } from './phone';

type File = Pick<RequestedFile, 'path' | 'content'>;

const isCode = ({ path }: File) => /\.(js|mjs|css)$/.test(path);
const isMap = ({ path }: File) => /map/i.test(withoutHash(path));

/** The bytes of these files. Each path counts once: a preloaded file is listed twice, but transferred once. */
function bytesOf(files: readonly File[]): number {
  const sizes = new Map<string, number>();
  for (const { path, content } of files) sizes.set(path, Math.max(content, sizes.get(path) ?? 0));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** The compressed script and style of a page, in bytes. */
export const codeOf = ({ files }: Pick<Load, 'files'>): number => bytesOf(files.filter(isCode));

/** What a page had requested when it was ready. */
const untilReady = ({ ready, files }: Load) => files.filter(({ from }) => from < ready);

/**
 * The bytes of script and style that a page requests until it is ready. The map's code and the files that `before` has
 * requested do not count.
 */
export function addedCode(page: Load, before: Load): number {
  const known = new Set(before.files.map(({ path }) => path));
  return bytesOf(untilReady(page).filter((file) => isCode(file) && !isMap(file) && !known.has(file.path)));
}

/** The bytes of the map's code: what a page requests until it is ready (`early`), and all that it requests. */
export function mapCode(page: Load): { early: number; all: number } {
  const map = (files: readonly File[]) => bytesOf(files.filter((file) => isCode(file) && isMap(file)));
  return { early: map(untilReady(page)), all: map(page.files) };
}
