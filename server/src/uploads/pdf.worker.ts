import { parentPort, workerData } from 'node:worker_threads';
import { isMoreThanPdf } from './pdf.foreign';
import { scanPdf } from './pdf.scan';

/** What a PDF turned out to be. */
export type PdfVerdict = 'plain' | 'more_than_pdf' | 'active' | 'encrypted' | 'broken';

/** The bytes are those of a stranger, so they are read in a thread of its own, which may take too long or break. */
async function verdictOn(bytes: Uint8Array): Promise<PdfVerdict> {
  if (isMoreThanPdf(bytes)) return 'more_than_pdf';
  return scanPdf(bytes) ?? (await opens(bytes));
}

/** Whether it is a document with pages. The reader is loaded for files that have come this far. */
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
