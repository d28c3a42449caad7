import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Router } from 'express';
import { paidByAddress } from '../core/budget';
import { errorCode } from '../core/error-code';
import { NotFound } from '../core/errors';
import { crossOrigin } from '../core/security';
import { settings } from '../settings';

const YEAR_S = 365 * 24 * 3600;
const MAP_FILE = /^map-[0-9a-f]+\.pmtiles$/;
/** A media type that no proxy or middleware compresses: compression would change the byte ranges. */
const PMTILES = 'application/vnd.pmtiles';

/**
 * Serves the maps of all installed cities by byte ranges: a page that was opened before another city was installed
 * continues to show its own map. A file is named by its content, so it may be cached for a year. Answers 404 for an
 * unknown map. The page in a native shell has another origin, so the maps are served with CORS headers.
 */
export function mapRoutes(): Router {
  const router = Router();
  router.use('/map', crossOrigin);
  router.get('/map/:file', paidByAddress, async (request, response, next) => {
    const file = String(request.params.file);
    const folder = await folderOf(file);
    if (folder === null) throw new NotFound();
    response.set({ 'Cache-Control': `public, max-age=${YEAR_S}, immutable`, 'Content-Type': PMTILES });
    response.sendFile(file, { root: folder, cacheControl: false }, (fault: unknown) => {
      const isGone = errorCode(fault) === 'ENOENT';
      if (isGone) {
        known.delete(pathOf(file));
        response.removeHeader('Cache-Control');
      }
      // A map that the user moves cancels the requests for parts that it no longer shows.
      if (fault && errorCode(fault) !== 'ECONNABORTED') next(isGone ? new NotFound() : fault);
    });
  });
  return router;
}

const citiesFolder = () => resolve(settings().DATA_DIR, 'city');
const pathOf = (file: string) => join(citiesFolder(), file);

/**
 * The folders of the maps that were found, by `pathOf`: a map is read in hundreds of ranges, and its folder is searched
 * once.
 */
const known = new Map<string, string>();

async function folderOf(file: string): Promise<string | null> {
  if (!MAP_FILE.test(file)) return null;
  const folder = known.get(pathOf(file)) ?? (await findFolder(file));
  if (folder !== null) known.set(pathOf(file), folder);
  return folder;
}

async function findFolder(file: string): Promise<string | null> {
  const cities = citiesFolder();
  const folders = await readdir(cities).catch(() => []);
  for (const name of folders.filter((each) => /^[0-9a-f]+$/.test(each))) {
    const folder = join(cities, name);
    if (await stat(join(folder, file)).catch(() => null)) return folder;
  }
  return null;
}
