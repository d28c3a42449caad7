import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Response, Router } from 'express';
import { paidByAddress } from './core/budget';
import { NotFound } from './core/errors';
import { staticFiles, variantsIn } from './core/precompressed';
import { root } from './root';

const YEAR_MS = 365 * 24 * 3600 * 1000;

/**
 * Serves the built client, precompressed: hashed assets with a cache time of a year, everything else with revalidation,
 * and `index.html` for any other path that a browser opens. Requests are charged to the budget of the IP address.
 * Answers 404 on all of these paths if the client has not been built.
 */
export function webRoutes(folder = join(root, 'client', 'dist')): Router {
  const router = Router();
  const findVariant = variantsIn(folder);
  router.use(paidByAddress);
  router.use('/assets', staticFiles(join(folder, 'assets'), { immutable: true, maxAge: YEAR_MS, index: false }));
  router.use(staticFiles(folder, { index: false, setHeaders: requireRevalidation }));
  router.use((request, response, next) => {
    const opensPage = request.method === 'GET' || request.method === 'HEAD';
    const isFile = /^\/assets\/|\.\w+$/.test(request.path);
    if (!opensPage || isFile || !request.accepts('html') || !existsSync(join(folder, 'index.html'))) {
      throw new NotFound();
    }
    requireRevalidation(response);
    const page = findVariant(request, response, '/index.html').slice(1);
    response.sendFile(page, { root: folder, cacheControl: false }, (fault: unknown) => fault && next(fault));
  });
  return router;
}

function requireRevalidation(response: Response): void {
  response.set('Cache-Control', 'no-cache');
}
