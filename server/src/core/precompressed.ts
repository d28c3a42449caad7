import { existsSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';

/** The suffix of the compressed file that the build writes beside each file, for each encoding. */
const suffixes = { br: '.br', gzip: '.gz' } as const;
const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

/** Chooses Brotli if the client accepts it, else gzip, else null for the uncompressed file. Sets the `Vary` header. */
export function chooseEncoding(request: Request, response: Response): Encoding | null {
  response.vary('Accept-Encoding');
  return encodings.find((encoding) => request.acceptsEncodings(encoding)) ?? null;
}

/**
 * Returns the path of the file to send: the file itself, or a compressed one in an encoding that the client accepts.
 */
type FindVariant = (request: Request, response: Response, path: string) => string;

/**
 * Lists a folder once and returns the function that chooses a variant and sets its headers. A file is compressed in
 * both encodings or in none.
 */
export function variantsIn(folder: string): FindVariant {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const written = new Set(names.map((name) => `/${name}`));
  return (request, response, path) => {
    if (!encodings.every((encoding) => written.has(path + suffixes[encoding]))) return path;
    const encoding = chooseEncoding(request, response);
    if (!encoding) return path;
    response.set('Content-Encoding', encoding).type(extname(path));
    return path + suffixes[encoding];
  };
}

/**
 * Like `express.static`, but sends the files that the build has compressed, so that no request waits for compression.
 */
export function staticFiles(folder: string, options: Parameters<typeof express.static>[1]): RequestHandler {
  const files = express.static(folder, options);
  const findVariant = variantsIn(folder);
  return (request, response, next) => {
    const { url, path } = request;
    const variant = findVariant(request, response, path);
    if (variant !== path) request.url = variant;
    files(request, response, (fault?: unknown) => {
      request.url = url;
      next(fault);
    });
  };
}
