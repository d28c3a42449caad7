import { pipeline } from 'node:stream/promises';
import { readFile } from '@boli/shared/app/app.endpoints';
import type { Response, Router } from 'express';
import { Forbidden, NotFound } from '../core/errors';
import { route } from '../core/route';
import { secondsLeft } from './addresses';
import { diskStorage, isFileId } from './storage';

const contentTypes: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' };

export function fileRoutes(router: Router): void {
  route(router, readFile, async ({ params, query, response }) => {
    if (!isFileId(params.id)) throw new NotFound();
    const seconds = secondsLeft(params.id, query.sig, query.exp);
    if (seconds === null) throw new Forbidden('files.gone');
    const file = await diskStorage.open(params.id);
    if (!file) throw new NotFound();
    describe(response, params.id, seconds);
    response.set('Content-Length', String(file.size));
    // A reader who leaves in the middle is no failure of ours.
    await pipeline(file.stream, response).catch(() => response.destroy());
  });
}

function describe(response: Response, id: string, seconds: number): void {
  const extension = id.slice(id.lastIndexOf('.') + 1);
  response.set({
    'Content-Type': contentTypes[extension] ?? 'application/octet-stream',
    'Content-Disposition': extension === 'pdf' ? 'attachment; filename="document.pdf"' : 'inline',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': `private, max-age=${seconds}, immutable`,
    // The address itself is the permission; the app in its native shell reads it from another origin.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}
