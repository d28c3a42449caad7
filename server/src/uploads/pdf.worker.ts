import { parentPort, workerData } from 'node:worker_threads';
import { isMoreThanPdf } from './pdf.foreign';
import { scanPdf } from './pdf.scan';

/** The verdict on a PDF. */
export type PdfVerdict = 'plain' | 'more_than_pdf' | 'active' | 'encrypted' | 'broken';

/** Runs in a separate thread, because the bytes are not trusted: reading them may take too long or crash. */
async function verdictOn(bytes: Uint8Array): Promise<PdfVerdict> {
  if (isMoreThanPdf(bytes)) return 'more_than_pdf';
  return scanPdf(bytes) ?? (await opens(bytes));
}

/**
 * The verdict of the reader library: whether the file is a document with pages. The library is loaded only for files
 * that passed the other checks.
 */
async function opens(bytes: Uint8Array): Promise<PdfVerdict> {
  const { PDF } = await import('@libpdf/core');
  try {
    const document = await PDF.load(bytes);
    if (document.isEncrypted) return 'encrypted';
    return document.getPageCount() > 0 ? 'plain' : 'broken';
  } catch {
    return 'broken';
  }
}

if (parentPort && workerData instanceof Uint8Array) parentPort.postMessage(await verdictOn(workerData));
