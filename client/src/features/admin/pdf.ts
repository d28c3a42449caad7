import type { PageAnswer, PageRequest } from './pdf.messages';

/** How long reading and drawing may take, in ms; an ordinary page takes half a second, on a slow phone some seconds. */
const WITHIN_MS = 10_000;

/**
 * Draws one page (from 1) of a PDF, by pdf.js in a separate worker, so that no file can block this thread. The worker
 * is ended when the page is drawn, after a failure, after 10 seconds of reading and drawing, and by `stop()`. `onOpened`
 * is called with the number of pages. `drawn` rejects for a file that cannot be read or drawn in that time, if the worker
 * does not run, and in browsers without Worker or OffscreenCanvas; after `stop()` it stays pending. The caller closes the
 * bitmap.
 */
export function drawPage(
  request: PageRequest,
  onOpened: (pages: number) => void,
): { drawn: Promise<ImageBitmap>; stop: () => void } {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') {
    const reason = new Error('this browser cannot draw outside the thread of its page');
    return { drawn: Promise.reject(reason), stop: () => undefined };
  }
  const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
  const ended = new AbortController();
  let timer: number | undefined;
  const stop = () => {
    window.clearTimeout(timer);
    ended.abort();
    worker.terminate();
  };
  const drawn = new Promise<ImageBitmap>((resolve, reject) => {
    const fail = (reason: string) => {
      stop();
      reject(new Error(reason));
    };
    const onMessage = ({ data }: MessageEvent<PageAnswer>) => {
      if (data.kind === 'ready') {
        timer = window.setTimeout(fail, WITHIN_MS, `not drawn in ${WITHIN_MS} ms`);
        worker.postMessage(request);
      } else if (data.kind === 'opened') onOpened(data.pages);
      else if (data.kind === 'failed') fail('pdf.js could not draw the page');
      else if (data.kind === 'drawn') {
        stop();
        resolve(data.picture);
      }
    };
    worker.addEventListener('message', onMessage, { signal: ended.signal });
    worker.addEventListener('error', () => fail('the PDF worker does not run'), { signal: ended.signal });
  });
  return { drawn, stop };
}
