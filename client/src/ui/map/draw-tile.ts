import type { MapPalette } from './palette';

/**
 * Fills `pen`'s square of `size` pixels with a tile of the bundled map: an empty grid, the same everywhere, because
 * nothing is known about the place.
 */
export function drawTile(pen: OffscreenCanvasRenderingContext2D, size: number, colors: MapPalette): void {
  pen.fillStyle = colors.land;
  pen.fillRect(0, 0, size, size);
  pen.strokeStyle = colors.minor;
  pen.lineWidth = 3;
  pen.beginPath();
  for (const offset of [0, size / 2]) {
    pen.moveTo(offset, 0);
    pen.lineTo(offset, size);
    pen.moveTo(0, offset);
    pen.lineTo(size, offset);
  }
  pen.stroke();
}
