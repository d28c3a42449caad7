import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Response, Router } from 'express';
import { paidByAddress } from './core/budget';
import { NotFound } from './core/errors';
import { staticFiles, variantsIn } from './core/precompressed';
import { root } from './root';

const YEAR_MS = 365 * 24 * 3600 * 1000;

/**
 * Serves the built client: hashed assets for ever, everything else asked for anew, and the app's page for every path
 * that a browser opens; all as the build has compressed it, and paid for by the address. Without a built client only the
 * API is there.
 */
export function webRoutes(folder = join(root, 'client', 'dist')): Router {
  const router = Router();
  const findVariant = variantsIn(folder);
  router.use(paidByAddress);
  router.use('/assets', staticFiles(join(folder, 'assets'), { immutable: true, maxAge: YEAR_MS, index: false }));
  router.use(staticFiles(folder, { index: false, setHeaders: askAnew }));
  router.use((request, response, next) => {
    const opensPage = request.method === 'GET' || request.method === 'HEAD';
    const isFile = /^\/assets\/|\.\w+$/.test(request.path);
    if (!opensPage || isFile || !request.accepts('html') || !existsSync(join(folder, 'index.html'))) {
      throw new NotFound();
    }
    askAnew(response);
    const page = findVariant(request, response, '/index.html').slice(1);
    response.sendFile(page, { root: folder, cacheControl: false }, (fault: unknown) => fault && next(fault));
  });
  return router;
}

function askAnew(response: Response): void {
  response.set('Cache-Control', 'no-cache');
}
