import type { Request, Response } from 'express';

/** So many pieces of a body may be of any size: that is no cost yet. */
const ANY_SIZE = 1_000;
/** What they hold on an average beyond that. No link carries less in a piece, unless its sender wants it to. */
const BYTES_A_PIECE = 256;

/**
 * Counts what Node's parser hands on of one body: each piece takes some 2 µs, however small it is, and a chunked body may
 * be cut into single bytes. Gives a function that takes the length of the next piece in bytes, and says whether the body
 * comes in more and smaller pieces than it may.
 */
export function pieceCounter(): (length: number) => boolean {
  let pieces = 0;
  let bytes = 0;
  return (length) => {
    pieces += 1;
    bytes += length;
    return pieces > ANY_SIZE && bytes < pieces * BYTES_A_PIECE;
  };
}

/** Closes a request's link behind its answer: nothing more of its body is read. */
export function closeAfterAnswer(request: Request, response: Response): void {
  response.set('Connection', 'close');
  response.once('finish', () => request.destroy());
}
