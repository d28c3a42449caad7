/** The smallest PNG: one transparent pixel. */
export const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const page = (number: number, content: number) =>
  `${number} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents ${content} 0 R >>\nendobj`;
const rectangle = (number: number, color: string) => {
  const drawing = `${color} rg 50 50 200 300 re f`;
  return `${number} 0 obj\n<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream\nendobj`;
};

/** A PDF of two pages: a blue rectangle in the middle of the first page, a red one on the second. */
export const twoPagePdf = Buffer.from(
  [
    '%PDF-1.4',
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj',
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>\nendobj',
    page(3, 5),
    page(4, 6),
    rectangle(5, '0 0 1'),
    rectangle(6, '1 0 0'),
    'trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n',
  ].join('\n'),
);

const stream = (keys: string, drawing: string) =>
  `<< ${keys} /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`;

/**
 * A PDF of one page of 200 by 100 points with this drawing and these resources; `objects` are numbered from 5 on.
 */
function onePagePdf(drawing: string, resources: string, objects: string[]): Buffer {
  const bodies = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Resources << ${resources} >> /Contents 4 0 R >>`,
    stream('', drawing),
    ...objects,
  ].map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`);
  return Buffer.from(
    `%PDF-1.7\n${bodies.join('')}trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`,
  );
}

/** A page filled with a pattern whose tiles are 1/100,000 of a point apart: drawing it does not end. */
export const endlessPdf = onePagePdf('/Pattern cs /P scn 0 0 200 100 re f', '/Pattern << /P 5 0 R >>', [
  stream(
    '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 100000 100000] /XStep 0.00001 /YStep 0.00001 /Resources << >>',
    '0 0 1 1 re f',
  ),
]);

/**
 * A page that is red in its upper half and blue in its lower: red is drawn over blue through a mask that is white in
 * the upper half and black in the lower.
 */
export const maskedPdf = onePagePdf(
  '0 0 1 rg 0 0 200 100 re f /G gs 1 0 0 rg 0 0 200 100 re f',
  '/ExtGState << /G << /SMask << /Type /Mask /S /Luminosity /G 5 0 R >> >> >>',
  [
    stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 200 100] /Group << /S /Transparency /CS /DeviceGray >>',
      '0 g 0 0 200 100 re f 1 g 0 50 200 50 re f',
    ),
  ],
);
