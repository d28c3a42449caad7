import sharp from 'sharp';

const WIDE = 640;
const HIGH = 400;
const shades = ['#c2410c', '#0f766e', '#4338ca', '#a21caf', '#b45309', '#15803d', '#0369a1', '#be123c'];
const shadeOf = (number: number) => shades[number % shades.length] ?? '#0f766e';

/**
 * Draws the pictures of the driver with this number: a portrait, a car, and three documents. They contain no text,
 * because fonts differ between machines.
 */
export async function picturesOf(number: number): Promise<Record<string, Uint8Array>> {
  const shade = shadeOf(number);
  const paper = await draw(`<rect width="${WIDE}" height="${HIGH}" fill="#f8fafc"/>${lines(number)}`);
  return {
    driver_photo: await draw(portrait(shade)),
    vehicle_image: await draw(car(shade)),
    rc_document: paper,
    license_document: paper,
    fitness_document: paper,
  };
}

function draw(shapes: string): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}">${shapes}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const portrait = (shade: string) =>
  `<rect width="${WIDE}" height="${HIGH}" fill="${shade}"/><circle cx="320" cy="150" r="80" fill="#fde68a"/>
   <path d="M150 400 Q150 250 320 250 T490 400 Z" fill="#1f2937"/><path d="M240 140 a80 80 0 0 1 160 0 q-80 -50 -160 0" fill="#111827"/>`;

const car = (shade: string) =>
  `<rect width="${WIDE}" height="${HIGH}" fill="#e2e8f0"/><rect y="300" width="${WIDE}" height="100" fill="#94a3b8"/>
   <path d="M90 290 v-60 q0 -20 30 -25 l70 -10 60 -70 q10 -10 30 -10 h120 q20 0 30 12 l50 68 60 12 q30 6 30 30 v53 z" fill="${shade}"/>
   <path d="M215 190 l45 -52 h60 v52 z M335 190 v-52 h55 l40 52 z" fill="#bae6fd"/>
   <circle cx="190" cy="295" r="42" fill="#111827"/><circle cx="460" cy="295" r="42" fill="#111827"/>
   <circle cx="190" cy="295" r="18" fill="#e5e7eb"/><circle cx="460" cy="295" r="18" fill="#e5e7eb"/>`;

function lines(number: number): string {
  const rows = Array.from({ length: 8 }, (_, row) => {
    const width = 200 + ((number * 97 + row * 53) % 320);
    return `<rect x="60" y="${60 + row * 36}" width="${width}" height="14" rx="7" fill="#cbd5e1"/>`;
  });
  return `${rows.join('')}<rect x="480" y="60" width="110" height="130" rx="8" fill="#cbd5e1"/>`;
}
