import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { BoundedCanvases, limitPictures, PixelFilters, scaleOf } from './pdf.canvas';
import type { PageAnswer, PageRequest } from './pdf.messages';

/** The maximum number of pixels of one picture; a scanned A4 page at 600 dots per inch has 35 million. */
const MAX_IMAGE_PIXELS = 64_000_000;
/** The maximum number of pixels of all pictures of one page; pdf.js stores 4 bytes for each until the page is drawn. */
const MAX_PICTURES_PIXELS = 80_000_000;

/**
 * Reads a PDF and draws one page of it, both in this worker, which `drawPage` starts and terminates. The document's
 * scripts and forms are ignored. WebAssembly is off, because the Content Security Policy forbids it. Fonts of the
 * document are drawn as shapes and never registered with the browser.
 */
async function draw({ data, number }: PageRequest): Promise<void> {
  const document = await getDocument({
    data,
    CanvasFactory: BoundedCanvases,
    FilterFactory: PixelFilters,
    disableFontFace: true,
    useSystemFonts: false,
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    // The browser's decoder trusts the size in a JPEG's header, however large it is.
    isImageDecoderSupported: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    // Set explicitly, because pdf.js determines it by creating canvases of the maximum size.
    canvasMaxAreaInBytes: MAX_IMAGE_PIXELS * 4,
    verbosity: VerbosityLevel.ERRORS,
  }).promise;
  answer({ kind: 'opened', pages: document.numPages });
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: scaleOf(page.getViewport({ scale: 1 })) });
  const canvas = new OffscreenCanvas(wholeSide(viewport.width), wholeSide(viewport.height));
  await page.render({ canvas, viewport }).promise;
  const picture = canvas.transferToImageBitmap();
  answer({ kind: 'drawn', picture }, [picture]);
}

const wholeSide = (length: number) => Math.max(1, Math.floor(length));

function answer(message: PageAnswer, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

self.addEventListener('message', ({ data }: MessageEvent<PageRequest>) => {
  draw(data).catch(() => answer({ kind: 'failed' }));
});
// pdf.js would leave out the first picture over the limit, and show the page as if it were complete.
limitPictures(MAX_PICTURES_PIXELS, () => answer({ kind: 'failed' }));
answer({ kind: 'ready' });
