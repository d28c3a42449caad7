import { readFile } from '@boli/shared/app/app.endpoints';
import type { Router } from 'express';
import { Forbidden, NotFound } from '../core/errors';
import { route } from '../core/route';
import { secondsLeft } from './addresses';
import { openFile } from './files';
import { sendStoredFile } from './send-file';
import { isFileId } from './storage';

const contentTypes: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' };

/** A file that is about to be sent: the person its address was issued to, and when that address expires. */
export interface OpenedFile {
  fileId: string;
  userId: string;
  expires: number;
  request: { ip?: string | undefined };
}

/** The functions that files need from nouns that they may not import. */
export interface FileParts {
  /**
   * Whether the person to whom an address was issued may still open the file; the account may be deleted or suspended
   * meanwhile.
   */
  mayOpen: (userId: string, fileId: string) => Promise<boolean>;
  /** Awaited before anything of the file is sent: when it rejects, nothing is sent. */
  opened: (file: OpenedFile) => Promise<void>;
}

/**
 * Serves files by their signed addresses. Answers 404 for a malformed id or a missing file, 403 for an invalid or
 * expired address and if the person may no longer open the file.
 */
export function fileRoutes(router: Router, { mayOpen, opened }: FileParts): void {
  route(router, readFile, async ({ params, query, request, response }) => {
    const { id } = params;
    if (!isFileId(id)) throw new NotFound();
    const seconds = secondsLeft({ id, userId: query.user, expires: query.exp }, query.sig);
    if (seconds === null || !(await mayOpen(query.user, id))) throw new Forbidden('files.gone');
    const file = await openFile(id);
    if (!file) throw new NotFound();
    await opened({ fileId: id, userId: query.user, expires: query.exp, request });
    await sendStoredFile(request, response, { id, file, headers: headersOf(id, seconds) });
  });
}

function headersOf(id: string, seconds: number): Record<string, string> {
  const extension = id.slice(id.lastIndexOf('.') + 1);
  return {
    'Content-Type': contentTypes[extension] ?? 'application/octet-stream',
    'Content-Disposition': extension === 'pdf' ? 'attachment' : 'inline',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': `private, max-age=${seconds}, immutable`,
    // The address itself is the permission; the app in its native shell reads the file from another origin.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}
