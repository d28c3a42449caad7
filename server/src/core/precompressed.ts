import { existsSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';

/** What the build writes beside a file, by the name of its encoding, the smallest first. */
const suffixes = { br: '.br', gzip: '.gz' } as const;
const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

/** The encoding in which this caller takes what there is in each of them; null for as it is. */
export function chooseEncoding(request: Request, response: Response): Encoding | null {
  response.vary('Accept-Encoding');
  return encodings.find((encoding) => request.acceptsEncodings(encoding)) ?? null;
}

/** Gives the path of what is sent for a file: itself, or what the build has written for the encodings that its caller takes. */
type FindVariant = (request: Request, response: Response, path: string) => string;

/** Looks through a folder once. A file has both variants or none; the headers of the one that is chosen are set. */
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

/** As `express.static`, but sends what the build has compressed: nothing is compressed while somebody waits. */
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
