import { deflateSync } from 'node:zlib';

/** The parts of a test's PDF, all optional. */
export interface PdfParts {
  /** Additional keys of the catalog. */
  catalog?: string;
  /** Additional objects: the syntax between `obj` and `endobj`, numbered from 5 on. */
  objects?: string[];
  /** Additional keys of the trailer; null leaves out cross-references and trailer. */
  trailer?: string | null;
  /** Bytes after the end. */
  after?: string;
}

/**
 * A PDF of one page with a grey rectangle, plus the parts that a test adds. Object 1 is the catalog, object 3 the page,
 * and object 4 the content of the page.
 */
export function pdfFile({ catalog = '', objects = [], trailer = '', after = '' }: PdfParts = {}): Buffer {
  const bodies = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R >>',
    stream('', Buffer.from('0.8 g 20 20 160 60 re f')),
    ...objects,
  ];
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const places = bodies.map((body, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  if (trailer !== null) {
    const size = bodies.length + 1;
    const xref = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
    text += `${xref}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`;
  }
  return Buffer.from(text + after, 'latin1');
}

/** A stream with these keys. */
export function stream(keys: string, payload: Buffer): string {
  return `<< ${keys} /Length ${payload.length} >>\nstream\n${payload.toString('latin1')}\nendstream`;
}

/** An object stream that packs these objects, numbered from `from` on. */
export function objectStream(objects: string[], { from = 20, keys = '/Type /ObjStm' } = {}): string {
  let at = 0;
  const head = objects.map((body, index) => {
    const pair = `${from + index} ${at}`;
    at += body.length + 1;
    return pair;
  });
  const first = `${head.join(' ')} `;
  const packed = deflateSync(Buffer.from(first + objects.join(' '), 'latin1'));
  return stream(`${keys} /N ${objects.length} /First ${first.length} /Filter /FlateDecode`, packed);
}
