/** Sets the opacity of each pixel of a soft mask, in place; four bytes (red, green, blue, opacity) for each pixel. */
type Change = (pixels: Uint8ClampedArray) => void;

/**
 * The change for the mask that is drawn next; null if no mask is drawn next. pdf.js requests the filter of a mask just
 * before it draws the mask.
 */
let next: Change | null = null;

/**
 * Sets the change for the next mask: each pixel's opacity is computed from its brightness or its present opacity, and
 * mapped by `table` (256 values) if there is one.
 */
export function maskNext(by: 'brightness' | 'opacity', table?: ArrayLike<number> | null): void {
  next = (pixels) => {
    for (let at = 0; at < pixels.length; at += 4) {
      const channel = (index: number) => pixels[at + index] ?? 0;
      const level =
        by === 'opacity' ? channel(3) : Math.round(0.3 * channel(0) + 0.59 * channel(1) + 0.11 * channel(2));
      pixels[at + 3] = table?.[level] ?? level;
    }
  };
}

/** Returns the change for the current drawing and clears it; null if the drawing is not a mask. */
function takeNext(): Change | null {
  const change = next;
  next = null;
  return change;
}

/**
 * Makes a context apply masks to pixels; in an HTML document pdf.js uses SVG filters for this. `borrow` provides a
 * canvas for the duration of its callback.
 */
export function drawMasksOn(
  context: OffscreenCanvasRenderingContext2D,
  borrow: (width: number, height: number, use: (context: OffscreenCanvasRenderingContext2D) => void) => void,
): void {
  const { drawImage } = context;
  context.drawImage = (image: CanvasImageSource, ...place: number[]) => {
    const change = takeNext();
    const [x = 0, y = 0, width = 0, height = 0, ...target] = place;
    if (!change || !(image instanceof OffscreenCanvas)) return Reflect.apply(drawImage, context, [image, ...place]);
    const pixels = image.getContext('2d')?.getImageData(x, y, width, height);
    if (!pixels) return;
    change(pixels.data);
    borrow(width, height, (mask) => {
      mask.putImageData(pixels, 0, 0);
      Reflect.apply(drawImage, context, [mask.canvas, 0, 0, width, height, ...target]);
    });
  };
}
