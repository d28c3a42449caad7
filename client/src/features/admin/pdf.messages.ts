/** Sent to the PDF worker: the file, and the number of the page to draw (from 1). */
export interface PageRequest {
  data: ArrayBuffer;
  number: number;
}

/**
 * Sent by the PDF worker, in this order: it has started; the file is open and has this many pages; the page is drawn.
 * `failed` replaces the rest if the file cannot be read or drawn. pdf.js itself posts one more message, which is
 * ignored.
 */
export type PageAnswer =
  | { kind: 'ready' }
  | { kind: 'opened'; pages: number }
  | { kind: 'drawn'; picture: ImageBitmap }
  | { kind: 'failed' };
