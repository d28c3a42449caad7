import type { Request, Response } from 'express';

/** The number of pieces at the beginning of a body that may have any size, because they cost little. */
const ANY_SIZE = 1_000;
/**
 * The minimum average size of a piece, in bytes, in a body with more pieces. An ordinary network delivers larger ones.
 */
const BYTES_A_PIECE = 256;

/**
 * Counts the pieces in which Node's parser delivers one body: each costs about 2 µs whatever its size, and a chunked body
 * may be cut into single bytes. Returns a function that takes the length of the next piece in bytes and returns whether the
 * body has come in too many small pieces.
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

/** Closes the connection of a request after its response; the rest of the body is not read. */
export function closeAfterAnswer(request: Request, response: Response): void {
  response.set('Connection', 'close');
  response.once('finish', () => request.destroy());
}
