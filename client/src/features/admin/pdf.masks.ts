/** What a soft mask makes of its pixels: how much each lets through, as their opacity. */
type Change = (pixels: Uint8ClampedArray) => void;

/** Of the mask that is drawn next: pdf.js asks for the filter of a mask just before it draws it. */
let next: Change | null = null;

/** Hears that the mask drawn next lets through by its brightness, or by its opacity, by a table of 256 where there is one. */
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

/** The change for what is drawn now, if that is a mask; it is for one drawing. */
function takeNext(): Change | null {
  const change = next;
  next = null;
  return change;
}

/**
 * Makes a context draw masks by their pixels, which in a page filters of its SVG do. `borrow` gives a canvas to work on,
 * for as long as what it is given runs.
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
