import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { logger } from '../core/logger';
import { configure, readSettings } from '../settings';
import { objectStream, pdfFile, stream } from '../testing/pdf';
import { readPdf } from './pdf';

beforeAll(() => {
  configure(readSettings({}));
  logger.level = 'silent';
});

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
/** A file that names what follows without being read as a PDF by its syntax alone. */
const zip = () => {
  const directory = Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.alloc(42)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt32LE(directory.length, 12);
  return Buffer.concat([directory, end]).toString('latin1');
};

describe('a PDF that only shows pages', () => {
  test.each([
    ['an ordinary one', pdfFile()],
    ['one without cross-references and trailer', pdfFile({ trailer: null })],
    ['one whose end was cut off', pdfFile().subarray(0, -60)],
    ['one with zeros after its end', pdfFile({ after: '\0'.repeat(5000) })],
    ['one that opens at its first page', pdfFile({ catalog: '/OpenAction [3 0 R /Fit]' })],
    [
      'one that goes to a page by an action of its own object',
      pdfFile({ catalog: '/OpenAction 5 0 R', objects: ['<< /S /GoTo /D [3 0 R /Fit] >>'] }),
    ],
    ['one that packs its objects', pdfFile({ objects: [objectStream(['<< /Title (A /JavaScript of words) >>'])] })],
    ['one that speaks of scripts', pdfFile({ objects: ['(<< /S /JavaScript >> is what a string may say)'] })],
  ])('%s is kept', async (_, bytes) => {
    expect(await readPdf(bytes)).toBe('plain');
  });
});

describe('a PDF that does or carries something', () => {
  test.each([
    ['a script at opening', pdfFile({ catalog: `/OpenAction ${script}` })],
    [
      'a script in the list of names',
      pdfFile({ catalog: '/Names << /JavaScript << /Names [(a) 5 0 R] >> >>', objects: [script] }),
    ],
    ['a script whose name is written in codes', pdfFile({ objects: ['<< /S /#4aava#53cript /#4A#53 (x) >>'] })],
    ['a script under a key given twice', pdfFile({ objects: ['<< /S /JavaScript /S /GoTo /D [3 0 R] >>'] })],
    ['a script behind a comment', pdfFile({ objects: ['% (\n<< /S % )\n/JavaScript >>'] })],
    ['a script behind a string with brackets', pdfFile({ objects: ['<< /T (\\) \\( ( ) ) /S /JavaScript >>'] })],
    ['a script in an object stream', pdfFile({ objects: [objectStream(['<< /A 1 >>', script])] })],
    [
      'a script in a stream that only acts as an object stream',
      pdfFile({ objects: [objectStream([script], { keys: '' })] }),
    ],
    [
      'a script in an older revision of an object',
      pdfFile({ objects: [script, '<< >>'], after: '' })
        .toString('latin1')
        .replace('6 0 obj', '5 0 obj'),
    ],
    [
      'a script hidden in the payload of a stream',
      pdfFile({ objects: [stream('', Buffer.from(`endstream ( 9 0 obj ${script} endobj`))] }),
    ],
    ['a program to start', pdfFile({ objects: ['<< /S /Launch /F (cmd.exe) >>'] })],
    ['actions of a page', pdfFile({ objects: ['<< /AA << /O << /S /URI /URI (http://x) >> >> >>'] })],
    ['an address that is called at opening', pdfFile({ catalog: '/OpenAction << /S /URI /URI (http://x) >>' })],
    ['an opening whose action is not there', pdfFile({ catalog: '/OpenAction 99 0 R' })],
    [
      'an action after the harmless one',
      pdfFile({ catalog: '/OpenAction << /S /GoTo /D [3 0 R] /Next 5 0 R >>', objects: ['<< /S /URI >>'] }),
    ],
    ['an attached file', pdfFile({ objects: [stream('/Type /EmbeddedFile', Buffer.from('MZ'))] })],
    ['a list of attached files', pdfFile({ catalog: '/Names << /EmbeddedFiles << >> >>' })],
    ['a form that runs', pdfFile({ catalog: '/AcroForm << /XFA 5 0 R >>' })],
    ['a film', pdfFile({ objects: ['<< /Subtype /RichMedia >>'] })],
  ])('%s is refused', async (_, bytes) => {
    expect(await readPdf(Buffer.from(bytes.toString('latin1'), 'latin1'))).toBe('active');
  });

  test.each([
    ['its header', Buffer.concat([Buffer.from('<script>alert(1)</script>'), pdfFile()])],
    ['its end', pdfFile({ after: '<script>alert(1)</script>' })],
    ['its end, an archive', pdfFile({ after: zip() })],
    ['its missing end, an archive', Buffer.concat([pdfFile({ trailer: null }), Buffer.from(zip(), 'latin1')])],
    ['its last page, an archive that ends in the end of a PDF', pdfFile({ trailer: null, after: `${zip()}\n%%EOF` })],
  ])('what stands beside %s makes it more than a PDF', async (_, bytes) => {
    expect(await readPdf(bytes)).toBe('more_than_pdf');
  });
});

describe('a PDF of which nobody knows what it holds', () => {
  test.each([
    ...['endobj', 'stream', 'endstream', 'startxref', 'xref', 'trailer', 'obj'].map((word) => [
      `the word ${word} in its catalog`,
      pdfFile({ catalog: `${word} /OpenAction ${script}` }),
    ]),
    ['an array that seems to end', pdfFile({ catalog: `/X [ endobj ] /OpenAction ${script}` })],
    ['brackets that do not match', pdfFile({ catalog: `/X [ >> >> endobj ] /OpenAction ${script}` })],
    [
      'a comment between the number and its object',
      Buffer.from(
        pdfFile({ catalog: `endobj /OpenAction ${script}` })
          .toString('latin1')
          .replace('1 0 obj', '1 0 % 7 %\nobj'),
      ),
    ],
  ])('by %s is refused', async (_, bytes) => {
    expect(await readPdf(Buffer.from(bytes))).not.toBe('plain');
  });

  test('by a password is told so', async () => {
    expect(await readPdf(pdfFile({ trailer: '/Encrypt << /Filter /Standard /V 2 >>' }))).toBe('encrypted');
  });

  const chained = (filters: string, payload: Buffer) =>
    pdfFile({ objects: [stream(`/Type /ObjStm /N 1 /First 5 /Filter ${filters}`, payload)] });
  test.each([
    ['nothing but a header', Buffer.from('%PDF-1.4\n%%EOF')],
    [
      'no pages',
      Buffer.from(pdfFile().toString('latin1').replace('/Kids [3 0 R] /Count 1', '/Kids [] /Count 0'), 'latin1'),
    ],
    ['no catalog', Buffer.from(pdfFile().toString('latin1').replace('/Catalog', '/Cat'), 'latin1')],
    ['objects packed in two ways', chained('[/ASCIIHexDecode /FlateDecode]', Buffer.from('78>'))],
    ['objects packed in a way that is written elsewhere', chained('6 0 R', deflateSync(Buffer.from('20 0 << >>')))],
    ['objects that do not unpack', chained('/FlateDecode', Buffer.from('junk'))],
    ['objects whose brackets lie', pdfFile({ objects: [objectStream(['<< /A ] >>'])] })],
    ['a bomb', chained('/FlateDecode', deflateSync(Buffer.alloc(100_000_000)))],
  ])('by %s is refused', async (_, bytes) => {
    expect(await readPdf(bytes)).toBe('broken');
  });

  test('by objects that overlap a thousand times over is refused before it costs more than a second', async () => {
    const bytes = Buffer.from(`%PDF-1.7\n${'1 0 obj ('.repeat(500_000)}`);
    const from = performance.now();
    expect(await readPdf(bytes)).toBe('broken');
    expect(performance.now() - from).toBeLessThan(4_000);
  });

  test('by the time that its reading takes is refused, and its reader is ended', async () => {
    expect(await readPdf(pdfFile(), 1)).toBe('broken');
  });
});
