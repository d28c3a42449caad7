import type { CanvasEntry, CanvasFactory, FilterFactory } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { drawMasksOn, maskNext } from './pdf.masks';

/** The width of a drawn page in pixels: enough for the viewer's zoom, and little enough for a phone's memory. */
const DRAWN_WIDTH = 2_000;
/** A page that would have more pixels than this is drawn narrower. An A4 page of `DRAWN_WIDTH` has 5.7 million. */
const MAX_DRAWN_PIXELS = 12_000_000;
const MAX_SIDE = 8_000;
/**
 * The maximum number of pixels, of 4 bytes each, of all canvases together except the page's own. This is enough for a
 * large scan and its smaller copies.
 */
const MAX_OPEN_PIXELS = 100_000_000;

/** The scale, in pixels per point, for a page of this size (points). Throws for a page without an area. */
export function scaleOf({ width, height }: { width: number; height: number }): number {
  const area = width * height;
  if (!(area > 0 && Number.isFinite(area))) throw new Error(`a page of ${width} by ${height} points cannot be drawn`);
  return Math.min(DRAWN_WIDTH / width, MAX_SIDE / height, Math.sqrt(MAX_DRAWN_PIXELS / area));
}

/** A side of a canvas in whole pixels, at least one. */
function checkedSide(length: number): number {
  const side = Math.ceil(length);
  if (!(side > 0 && Number.isFinite(side))) throw new Error(`a canvas cannot have a side of ${length}`);
  return side;
}

/** The canvases that pdf.js uses besides the page's own. Throws when they would have too many pixels together. */
export class BoundedCanvases implements CanvasFactory {
  private open = 0;

  create(width: number, height: number): CanvasEntry {
    const { canvas, context } = this.blank(width, height);
    drawMasksOn(context, (wide, high, use) => {
      const borrowed = this.blank(wide, high);
      use(borrowed.context);
      this.destroy(borrowed);
    });
    return { canvas, context };
  }

  private blank(width: number, height: number) {
    const [wide, high] = [checkedSide(width), checkedSide(height)];
    this.take(wide * high);
    const canvas = new OffscreenCanvas(wide, high);
    // Without this option Chromium draws in its graphics process, which all open pages share.
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('the canvas has no 2D context');
    return { canvas, context };
  }

  reset({ canvas }: CanvasEntry, width: number, height: number): void {
    if (!canvas) throw new Error('the canvas was destroyed before');
    const [wide, high] = [checkedSide(width), checkedSide(height)];
    this.take(wide * high - canvas.width * canvas.height);
    canvas.width = wide;
    canvas.height = high;
  }

  destroy(entry: CanvasEntry): void {
    if (!entry.canvas) return;
    this.open -= entry.canvas.width * entry.canvas.height;
    // Releases the memory immediately, not at the next garbage collection.
    entry.canvas.width = 0;
    entry.canvas.height = 0;
    entry.canvas = null;
    entry.context = null;
  }

  private take(pixels: number): void {
    if (this.open + pixels > MAX_OPEN_PIXELS) throw new Error('too many pixels in canvases');
    this.open += pixels;
  }
}

/**
 * pdf.js implements filters by SVG elements in the HTML document, which a worker does not have. Here soft masks are
 * applied to pixels instead, and transfer functions (colour corrections for one printer) are left out.
 */
export class PixelFilters implements FilterFactory {
  addFilter = () => 'none';
  addHCMFilter = () => 'none';
  addHighlightHCMFilter = () => 'none';
  destroy = () => undefined;

  addAlphaFilter(table: ArrayLike<number>): string {
    maskNext('opacity', table);
    return 'none';
  }

  addLuminosityFilter(table?: ArrayLike<number> | null): string {
    maskNext('brightness', table);
    return 'none';
  }
}

/**
 * From now on, `transferToImageBitmap` calls `onTooMany` and throws once the bitmaps made in this thread would have
 * more than `pixels` pixels together.
 */
export function limitPictures(pixels: number, onTooMany: () => void): void {
  const { transferToImageBitmap } = OffscreenCanvas.prototype;
  let left = pixels;
  OffscreenCanvas.prototype.transferToImageBitmap = function count() {
    left -= this.width * this.height;
    if (left >= 0) return transferToImageBitmap.call(this);
    onTooMany();
    throw new Error('too many pixels in pictures');
  };
}
