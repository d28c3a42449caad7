import sharp from 'sharp';

/** The side of the logo's square, in its own units. */
const SIDE = 64;
/** The colour behind the logo. */
export const LOGO_GROUND = '#2A3585';

const glyph =
  '<path fill="#fff" d="M16 16a6 6 0 0 1 12 0v6.6A16 16 0 1 1 35 54H19a3 3 0 0 1-3-3Z"/><circle cx="35" cy="38" r="7" fill="#F5AB12"/>';
const svg = (/** @type {string} */ inside) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${inside}</svg>`;
const scaled = (/** @type {number} */ scale) =>
  `<g transform="translate(32 32) scale(${scale}) translate(-32 -32)">${glyph}</g>`;

/** The logo with its rounded corners. */
export const tile = svg(`<rect width="${SIDE}" height="${SIDE}" rx="18" fill="${LOGO_GROUND}"/>${glyph}`);
/** The logo on a disc. */
export const disc = svg(`<circle cx="32" cy="32" r="32" fill="${LOGO_GROUND}"/>${scaled(0.8)}`);
/** The logo without margins, for systems that cut icons to a shape of their own; the glyph is inside every such shape. */
export const full = svg(`<rect width="${SIDE}" height="${SIDE}" fill="${LOGO_GROUND}"/>${scaled(0.8)}`);
/** The glyph alone, as the front layer of an icon whose outer third may be cut off. */
export const front = svg(scaled(0.58));

/**
 * Draws one of the logos to a file.
 * @param {string} drawing
 * @param {string} file
 * @param {{ side: number, width?: number, height?: number, colors?: number, opaque?: boolean }} options `side` is that of
 * the logo, `width` and `height` are those of a larger picture around it, all in pixels; `colors` is the number of colours
 * to which the picture is reduced, by default it keeps all; `opaque` removes the alpha channel
 */
export async function draw(drawing, file, { side, width = side, height = side, colors, opaque = false }) {
  const drawn = sharp(Buffer.from(drawing), { density: 72 * (side / SIDE) }).resize(side, side);
  const logo = opaque ? drawn.removeAlpha() : drawn;
  const picture =
    width === side && height === side
      ? logo
      : sharp({ create: { width, height, channels: 3, background: LOGO_GROUND } }).composite([
          { input: await logo.png().toBuffer(), gravity: 'centre' },
        ]);
  await picture.png({ compressionLevel: 9, ...(colors && { palette: true, colors }) }).toFile(file);
}
