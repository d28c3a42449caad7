/** Draws the icons of the installed app from the logo into client/public; `node scripts/icons.mjs` after a new logo. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const folder = fileURLToPath(new URL('../client/public', import.meta.url));
const glyph =
  '<path fill="#fff" d="M16 16a6 6 0 0 1 12 0v6.6A16 16 0 1 1 35 54H19a3 3 0 0 1-3-3Z"/><circle cx="35" cy="38" r="7" fill="#F5AB12"/>';
const svg = (inside) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${inside}</svg>`;
const tile = svg(`<rect width="64" height="64" rx="18" fill="#2A3585"/>${glyph}`);
/** Without margins, because the system cuts the icon to its own shape; the glyph lies inside every such shape. */
const full = svg(
  `<rect width="64" height="64" fill="#2A3585"/><g transform="translate(32 32) scale(.8) translate(-32 -32)">${glyph}</g>`,
);

const icons = [
  ['icon-192.png', tile, 192],
  ['icon-512.png', tile, 512],
  ['icon-maskable-512.png', full, 512],
  ['apple-touch-icon.png', full, 180],
];
for (const [name, drawing, size] of icons) {
  await sharp(Buffer.from(drawing), { density: 72 * (size / 64) })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, name));
}
