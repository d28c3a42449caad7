import { palette } from '../../core/tokens';
import type { MapDot } from './marker';
import type { Scheme } from './palette';

/** A dot's image is drawn twice as large as it is shown, for dense screens. */
export const DOT_RATIO = 2;
const RIM = 2;
const SIZE = 16;
const FONT_PX = 13;
const PAD = 8;
const TAIL = 5;

/** The name of a dot's image; dots that look the same share one. */
export function lookOf({ shape, text = '', pale = false }: MapDot, scheme: Scheme): string {
  return shape === 'bubble' ? `${scheme} bubble ${pale} ${text}` : `${scheme} ${shape}`;
}

/** Draws the image of a dot; a bubble's lower left corner is at the dot's position. Null without a canvas context. */
export function drawDot(dot: MapDot, scheme: Scheme): ImageData | null {
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  if (!pen) return null;
  const font = `650 ${FONT_PX}px system-ui, "Noto Sans", sans-serif`;
  pen.font = font;
  const isBubble = dot.shape === 'bubble';
  const wide = isBubble ? Math.ceil(pen.measureText(dot.text ?? '').width) + PAD * 2 + RIM * 2 : SIZE + RIM * 2;
  const high = isBubble ? FONT_PX + 13 + RIM * 2 : SIZE + RIM * 2;
  pen.canvas.width = wide * DOT_RATIO;
  pen.canvas.height = high * DOT_RATIO;
  pen.scale(DOT_RATIO, DOT_RATIO);
  if (isBubble) drawBubble(pen, dot, { wide, high, font, scheme });
  else drawShape(pen, dot.shape, scheme);
  return pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height);
}

function drawShape(pen: OffscreenCanvasRenderingContext2D, shape: MapDot['shape'], scheme: Scheme): void {
  const colors = palette[scheme];
  const middle = RIM + SIZE / 2;
  pen.beginPath();
  if (shape === 'square') pen.roundRect(RIM + 1, RIM + 1, SIZE - 2, SIZE - 2, 3);
  else pen.arc(middle, middle, SIZE / 2 - 1, 0, Math.PI * 2);
  pen.lineWidth = RIM * 2;
  pen.strokeStyle = colors.surface;
  pen.stroke();
  pen.fillStyle = shape === 'disc' ? colors.pickup : shape === 'square' ? colors.solid : colors.surface;
  pen.fill();
  if (shape === 'disc') return;
  pen.beginPath();
  if (shape === 'square') pen.roundRect(RIM + 1, RIM + 1, SIZE - 2, SIZE - 2, 3);
  else pen.arc(middle, middle, SIZE / 2 - 2, 0, Math.PI * 2);
  pen.lineWidth = shape === 'square' ? 1.5 : 2.5;
  pen.strokeStyle = shape === 'square' ? '#FFFFFF' : colors.muted;
  pen.stroke();
}

interface BubbleSpace {
  wide: number;
  high: number;
  font: string;
  scheme: Scheme;
}

function drawBubble(
  pen: OffscreenCanvasRenderingContext2D,
  dot: MapDot,
  { wide, high, font, scheme }: BubbleSpace,
): void {
  const colors = palette[scheme];
  pen.beginPath();
  // The sharp corner of the bubble is at the position.
  pen.roundRect(RIM, RIM, wide - RIM * 2, high - RIM * 2 - TAIL + 3, [11, 11, 11, 2]);
  pen.lineWidth = RIM * 2;
  pen.strokeStyle = dot.pale ? '#858490' : colors.surface;
  pen.stroke();
  pen.fillStyle = dot.pale ? '#FFFFFF' : colors.genda;
  pen.fill();
  pen.fillStyle = colors['on-genda'];
  pen.font = font;
  pen.textBaseline = 'middle';
  pen.fillText(dot.text ?? '', RIM + PAD, RIM + (high - RIM * 2 - TAIL + 4) / 2);
}
