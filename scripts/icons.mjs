/** Draws the icons of the installed app from the logo into client/public. Run it after each change of the logo. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { draw, full, tile } from './logo.mjs';

const folder = fileURLToPath(new URL('../client/public', import.meta.url));
const icons = [
  ['icon-192.png', tile, 192],
  ['icon-512.png', tile, 512],
  ['icon-maskable-512.png', full, 512],
  ['apple-touch-icon.png', full, 180],
];
for (const [name, drawing, side] of icons) await draw(drawing, join(folder, name), { side, colors: 256 });
