import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';

/** Wide enough for the zoom of the viewer, small enough for a phone's memory. */
const DRAWN_WIDTH = 2_000;
const MAX_PIXELS = 64_000_000;

/**
 * Reads a PDF, by pdf.js, which is fetched when it is needed. It runs in a worker of this origin, draws on a canvas and
 * does nothing else: no scripts of documents, no forms, no WebAssembly (which the page's policy forbids). Throws for what
 * it cannot read. `destroy()` frees it.
 */
export async function openPdf(data: ArrayBuffer): Promise<PDFDocumentProxy> {
  const [pdfjs, worker] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'),
  ]);
  pdfjs.GlobalWorkerOptions.workerSrc = worker.default;
  const reading = pdfjs.getDocument({
    data,
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    maxImageSize: MAX_PIXELS,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  return reading.promise;
}

/** Draws one page (from 1) on a canvas, which gets the page's size. Returns a dispose function. */
export function drawPage(document: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement) {
  let drawing: RenderTask | undefined;
  const draw = async () => {
    const page = await document.getPage(number);
    const scale = DRAWN_WIDTH / page.getViewport({ scale: 1 }).width;
    const viewport = page.getViewport({ scale });
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    drawing = page.render({ canvas, viewport });
    await drawing.promise;
  };
  return { drawn: draw(), stop: () => drawing?.cancel() };
}
