import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Router } from 'express';
import { paidByAddress } from '../core/budget';
import { errorCode } from '../core/error-code';
import { NotFound } from '../core/errors';
import { settings } from '../settings';

const YEAR_S = 365 * 24 * 3600;
const MAP_FILE = /^map-[0-9a-f]+\.pmtiles$/;
/** A media type that no proxy or middleware compresses: compression would change the byte ranges. */
const PMTILES = 'application/vnd.pmtiles';

/**
 * Serves the maps of all installed cities by byte ranges: a page that was opened before another city took over goes on
 * showing its own. A file is named by its content and may be kept for ever.
 */
export function mapRoutes(): Router {
  const router = Router();
  router.get('/map/:file', paidByAddress, async (request, response, next) => {
    const folder = await folderOf(String(request.params.file));
    if (folder === null) throw new NotFound();
    response.set({ 'Cache-Control': `public, max-age=${YEAR_S}, immutable`, 'Content-Type': PMTILES });
    response.sendFile(String(request.params.file), { root: folder, cacheControl: false }, (fault: unknown) => {
      // A map that is moved on gives up the parts that it was waiting for.
      if (fault && errorCode(fault) !== 'ECONNABORTED') next(fault);
    });
  });
  return router;
}

async function folderOf(file: string): Promise<string | null> {
  if (!MAP_FILE.test(file)) return null;
  const cities = resolve(settings().DATA_DIR, 'city');
  const folders = await readdir(cities).catch(() => []);
  for (const name of folders.filter((each) => /^[0-9a-f]+$/.test(each))) {
    const folder = join(cities, name);
    if (await stat(join(folder, file)).catch(() => null)) return folder;
  }
  return null;
}
