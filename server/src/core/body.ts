import { finished } from 'node:stream';
import type { EndpointShape } from '@boli/shared/core/endpoint';
import type { Request, RequestHandler, Response } from 'express';
import { chargeBody } from './budget';
import { AppError, Invalid } from './errors';
import { closeAfterAnswer, pieceCounter } from './pieces';

const MAX_BODY_BYTES = 100 * 1024;
/** The maximum nesting of a JSON body; no endpoint needs more. A bracket costs the parser more than any other byte. */
const MAX_JSON_LEVELS = 32;

/**
 * Throws 415 for a body with a `Content-Encoding` other than `identity`: a few compressed bytes could expand to very
 * many.
 */
export const plainBody: RequestHandler = (request, _response, next) => {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  next(encoding.toLowerCase() === 'identity' ? undefined : new AppError(415, 'common.encoded_body'));
};

/**
 * Reads the body of a call into `request.body` after the call has been charged: an object or array of JSON, or the raw
 * bytes for a `raw` endpoint. The caller is charged for the length of the body. A body of another type, a form for
 * example, is left untouched. Failures: 413 over 100 kB, 415 for another charset than UTF-8, 400 for invalid JSON, for
 * nesting that is too deep, and for very many small pieces.
 */
export function bodyOf({ body, raw }: Pick<EndpointShape, 'body' | 'raw'>): RequestHandler {
  return async (request, response, next) => {
    const isJson = Boolean(body && request.is('application/json'));
    if (!raw && !isJson) return next();
    if (isJson) checkCharset(request);
    const bytes = await readBytes(request, response);
    chargeBody(request, bytes.length);
    request.body = raw ? bytes : parseJson(bytes);
    next();
  };
}

function checkCharset(request: Request): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new AppError(415, 'common.unsupported_type');
}

async function readBytes(request: Request, response: Response): Promise<Buffer> {
  if (Number(request.headers['content-length']) > MAX_BODY_BYTES) throw new AppError(413, 'common.too_large');
  const chunks: Buffer[] = [];
  let length = 0;
  const isInBits = pieceCounter();
  // Node discards the rest of a body that is too large, so that its sender sees the response.
  await eachPiece(request, (piece) => {
    chunks.push(piece);
    length += piece.length;
    if (length > MAX_BODY_BYTES) throw new AppError(413, 'common.too_large');
    if (!isInBits(piece.length)) return;
    chargeBody(request, MAX_BODY_BYTES);
    closeAfterAnswer(request, response);
    throw new Invalid('common.in_bits');
  });
  return Buffer.concat(chunks);
}

/**
 * Passes the pieces of a body on as they arrive: an iterator over the request would merge them, and they could not be
 * counted. Rejects with what `take` throws, and with 400 if the sender disconnects before the end.
 */
function eachPiece(request: Request, take: (piece: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onData = (piece: Buffer) => {
      try {
        take(piece);
      } catch (refusal) {
        stop();
        reject(refusal);
      }
    };
    const forget = finished(request, { writable: false }, (fault) => {
      stop();
      if (fault) reject(new Invalid('common.invalid'));
      else resolve();
    });
    const stop = () => {
      forget();
      request.off('data', onData);
      // A sender that disconnects now is not a failure.
      request.on('error', () => undefined);
    };
    request.on('data', onData);
  });
}

function parseJson(bytes: Buffer): object {
  if (bytes.length === 0) return {};
  if (isDeeperThan(MAX_JSON_LEVELS, bytes)) throw new Invalid('common.too_deep', { max: MAX_JSON_LEVELS });
  const value = jsonOf(bytes);
  if (typeof value !== 'object' || value === null) throw new Invalid('common.bad_json');
  return value;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    // Decoding also removes the byte order mark, which some senders put before the text.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Invalid('common.bad_json');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isOpening = (byte: number) => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d;

/** Whether arrays and objects are nested deeper than this many levels. Brackets inside strings do not count. */
function isDeeperThan(levels: number, json: Buffer): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = endOfText(json, at);
    else if (isOpening(byte)) depth += 1;
    else if (isClosing(byte)) depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}

/**
 * The index of the quotation mark that closes the string which begins at `from`; the end of the bytes if there is none.
 */
function endOfText(json: Buffer, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
