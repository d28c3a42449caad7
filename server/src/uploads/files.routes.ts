import { readFile } from '@boli/shared/app/app.endpoints';
import type { Response, Router } from 'express';
import { errorCode } from '../core/error-code';
import { Forbidden, NotFound } from '../core/errors';
import { route } from '../core/route';
import { secondsLeft } from './addresses';
import { diskStorage, isFileId } from './storage';

const contentTypes: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' };

/** A file that is about to be shown: to whom its address was given, and until when that address holds. */
export interface OpenedFile {
  fileId: string;
  userId: string;
  expires: number;
  request: { ip?: string | undefined };
}

/** What the files need of nouns that they may not import. */
export interface FileParts {
  /**
   * Whether the person to whom an address was given may still open the file: the account is gone or suspended
   * otherwise.
   */
  mayOpen: (userId: string, fileId: string) => Promise<boolean>;
  /** Is waited for before anything of the file is shown: when it rejects, nothing is. */
  opened: (file: OpenedFile) => Promise<void>;
}

/** Serves files by their signed addresses. */
export function fileRoutes(router: Router, { mayOpen, opened }: FileParts): void {
  route(router, readFile, async ({ params, query, request, response }) => {
    const { id } = params;
    if (!isFileId(id)) throw new NotFound();
    const seconds = secondsLeft({ id, userId: query.user, expires: query.exp }, query.sig);
    if (seconds === null || !(await mayOpen(query.user, id))) throw new Forbidden('files.gone');
    await opened({ fileId: id, userId: query.user, expires: query.exp, request });
    await sendFile(response, id, seconds);
  });
}

/** Answers the whole file, a part of it (`Range`), or only what is known of it (HEAD). Throws 404, 416. */
async function sendFile(response: Response, id: string, seconds: number): Promise<void> {
  const options = { root: diskStorage.root(), headers: headersOf(id, seconds), cacheControl: false } as const;
  try {
    await new Promise<void>((resolve, reject) => {
      response.sendFile(id, options, (error: unknown) => (error ? reject(error) : resolve()));
    });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new NotFound();
    // A reader who leaves in the middle is no failure of ours.
    if (response.headersSent || errorCode(error) === 'ECONNABORTED') {
      response.destroy();
      return;
    }
    // What goes out instead is no file.
    response.removeHeader('Content-Disposition');
    response.set('Cache-Control', 'no-store');
    throw error;
  }
}

function headersOf(id: string, seconds: number): Record<string, string> {
  const extension = id.slice(id.lastIndexOf('.') + 1);
  return {
    'Content-Type': contentTypes[extension] ?? 'application/octet-stream',
    'Content-Disposition': extension === 'pdf' ? 'attachment' : 'inline',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': `private, max-age=${seconds}, immutable`,
    // The address itself is the permission; the app in its native shell reads it from another origin.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}
