import { finished } from 'node:stream';
import type { EndpointShape } from '@boli/shared/core/endpoint';
import type { Request, RequestHandler, Response } from 'express';
import { chargeBody } from './budget';
import { AppError, Invalid } from './errors';
import { closeAfterAnswer, pieceCounter } from './pieces';

const MAX_BODY_BYTES = 100 * 1024;
/** Deeper than any body of ours. A parser spends more on a bracket than on any other byte. */
const MAX_JSON_LEVELS = 32;

/** 415 for a body in a `Content-Encoding`: a few bytes of it could stand for very many. */
export const plainBody: RequestHandler = (request, _response, next) => {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  next(encoding.toLowerCase() === 'identity' ? undefined : new AppError(415, 'common.encoded_body'));
};

/**
 * Reads the body of a call into `request.body`, after the call has been paid for: an object or array of JSON, for a `raw`
 * endpoint its very bytes. The caller is charged for its length. A body of another type, a form for example, is not
 * touched. Failures: 413 over 100 kB, 415 not in UTF-8, 400 no JSON, nested too deeply,
 * or in very many small pieces.
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
  // What is still to come of a body that is too large is thrown away by Node: its sender has to see the answer.
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
 * Hands on the pieces of a body as they come: what iterates over a request gets them put together, and cannot count them.
 * Rejects with what `take` throws, and with 400 where the sender goes before the end.
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
      // A sender that goes now is no failure of ours.
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
    // It takes the mark of UTF-8 away, which some senders set before the text.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Invalid('common.bad_json');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isOpening = (byte: number) => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d;

/** Whether arrays and objects stand in each other deeper than so many levels. Brackets in texts do not count. */
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

/** Where the text that begins with the quote at `from` ends: at its other quote, or with everything. */
function endOfText(json: Buffer, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
