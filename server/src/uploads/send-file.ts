import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { errorCode } from '../core/error-code';
import { AppError } from '../core/errors';
import type { ByteRange, StoredFile } from './storage';

/** A stored file, and the headers with which it is sent. */
export interface SentFile {
  readonly id: string;
  readonly file: StoredFile;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends the whole file, one part of it (`Range`), only its headers (HEAD), or 304 to a reader that has it. Throws 416
 * for a part that the file does not have, and the error of a storage that fails before the first byte. A later failure
 * closes the connection, so that the reader sees an incomplete file.
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-range-requests
 */
export async function sendStoredFile(request: Request, response: Response, sent: SentFile): Promise<void> {
  const { id, file, headers } = sent;
  // The content of an id never changes, so the id identifies it.
  const etag = `"${id}"`;
  const range = rangeOf(request, file.size, etag);
  if (range === 'beyond') {
    response.set('Content-Range', `bytes */${file.size}`);
    throw new AppError(416, 'common.invalid');
  }
  response.set({ ...headers, ETag: etag, 'Accept-Ranges': 'bytes' });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  if (range) response.status(206).set('Content-Range', `bytes ${start}-${end}/${file.size}`);
  response.set('Content-Length', String(end - start + 1));
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  await sendContent(response, range ? file.read(range) : file.read(), Object.keys(headers));
}

/** The requested part; null for the whole file, also if several parts are requested; `beyond` if it has no such part. */
function rangeOf(request: Request, size: number, etag: string): ByteRange | null | 'beyond' {
  const condition = request.get('If-Range');
  if (condition !== undefined && condition !== etag) return null;
  const ranges = request.range(size, { combine: true });
  if (ranges === -1) return 'beyond';
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}

async function sendContent(response: Response, content: NodeJS.ReadableStream, headers: string[]): Promise<void> {
  try {
    await pipeline(content, response);
  } catch (error) {
    // A reader that disconnects early is not a failure.
    if (errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE') return;
    if (response.headersSent) {
      response.destroy();
      return;
    }
    throw error;
  } finally {
    // The headers of the file would be wrong for the error that is sent instead.
    if (!response.headersSent) for (const name of [...headers, 'ETag', 'Content-Length']) response.removeHeader(name);
  }
}
