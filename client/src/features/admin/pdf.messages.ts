/** To the worker that draws a PDF: the file, and which page (from 1). */
export interface PageRequest {
  data: ArrayBuffer;
  number: number;
}

/**
 * From that worker, in this order: it runs; the file is read and has this many pages; the page is drawn. Or it cannot be
 * read or drawn. pdf.js posts a message of its own as well, which is none of these.
 */
export type PageAnswer =
  | { kind: 'ready' }
  | { kind: 'opened'; pages: number }
  | { kind: 'drawn'; picture: ImageBitmap }
  | { kind: 'failed' };
