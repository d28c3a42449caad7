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
const address = '<< /Type /Action /S /URI /URI (http://x) >>';
const link = `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /F 4 /A ${address} >>`;
const goes = '<< /S /GoTo /D [3 0 R /Fit] >>';
const printing = '<< /S /Named /N /Print >>';
/** A stream that packs objects under a given head; additional keys may contradict it. */
const packed = (head: string, body: string, count: number, keys = '') => {
  const payload = deflateSync(Buffer.from(head + body, 'latin1'));
  return stream(`/Type /ObjStm /N ${count} /First ${head.length} /Filter /FlateDecode ${keys}`, payload);
};
/** With one place of its syntax written another way. */
const rewritten = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(
    bytes.toString('latin1').replace(from, () => to),
    'latin1',
  );
const none = Buffer.alloc(0);
const opening = (...objects: string[]) => pdfFile({ catalog: '/OpenAction 5 0 R', objects });
/** A script in an object stream, whose kind is followed by this byte. */
const packedScript = (byte: string) => {
  const body = `<< /A << /S /JavaScript${byte} /X 1 >> >>`;
  return pdfFile({ objects: [packed('9 0 ', body, 1)] });
};
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
    [
      'one whose links lead elsewhere',
      pdfFile({
        catalog: '/OpenAction 5 0 R /AcroForm << /Fields [] >> /URI << /Base (http://x) >>',
        objects: ['<< /D [3 0 R /XYZ 0 792 null] /S /GoTo >>', link, '<< /S /GoTo /D (chapter.1) >>'],
      }),
    ],
    [
      'one that is packed and tagged as by a word processor',
      pdfFile({
        catalog: '/Lang(en-IN) /StructTreeRoot 20 0 R /MarkInfo<</Marked true>> /ViewerPreferences 23 0 R',
        objects: [
          objectStream([
            '<</Type/StructTreeRoot/RoleMap 21 0 R/K 22 0 R>>',
            '<</Footnote/Note/Textbox/Sect>>',
            '<</P 20 0 R/S/Link/Type/StructElem/K[<</Type/OBJR/Obj 5 0 R/Pg 3 0 R>>]/Pg 3 0 R>>',
            '<</DisplayDocTitle true>>',
          ]),
          link,
        ],
      }),
    ],
    ['one whose actions of links stand apart', pdfFile({ catalog: '/OpenAction [3 0 R /Fit]', objects: [address] })],
    [
      'one that is tagged, with borders, letters and threads of its own',
      pdfFile({
        objects: [
          '<< /Type /StructElem /S /P /P 6 0 R /Ref [7 0 R] >>',
          '<< /Type /Encoding /Differences [83 /S 84 /T] >>',
          '<< /Type /Thread /F 9 0 R >>',
          '<< /Subtype /Widget /F 4 /BS << /W 1 /S /S >> /Group << /S /Transparency >> >>',
        ],
      }),
    ],
    [
      'a scan whose font and filters are called by one letter',
      pdfFile({
        objects: [
          stream('/Subtype /Form /Resources << /Font << /F 6 0 R >> >>', Buffer.from('q Q')),
          stream('/Subtype /Image /F /DCT', Buffer.from('\xff\xd8 3 objects, 2 obj_s [ obj [', 'latin1')),
        ],
      }),
    ],
    [
      'one that packs its objects tightly, with blanks of every kind',
      pdfFile({
        objects: [packed('20 0\r\n021\t4\0 22\f8', '<<>><<>>(x)', 3), packed('20 0 21 5 ', 'null true\n', 2)],
      }),
    ],
    [
      'one that packs its objects, whose length follows them',
      pdfFile({ objects: [objectStream(['<< >>', '[1]']).replace(/Length \d+/, 'Length 6 0 R'), '52'] }),
    ],
    ['one whose font has a name in Chinese', pdfFile({ objects: ['<< /Type /Font /BaseFont /\xe4\xb8\x80 >>'] })],
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
    // Chrome's reader takes these bytes for white space, others for part of the name.
    [
      'a script behind a name that ends in 80',
      rewritten(pdfFile({ objects: ['<< /S /JavaScript >>'] }), '/JavaScript', '/JavaScript\x80'),
    ],
    [
      'a script behind a name that ends in FF',
      rewritten(pdfFile({ objects: ['<< /S /JavaScript >>'] }), '/JavaScript', '/JavaScript\xff'),
    ],
    [
      'a list of attached files behind a name that ends in 80',
      rewritten(pdfFile({ catalog: '/Names << /EmbeddedFiles << >> >>' }), '/EmbeddedFiles', '/EmbeddedFiles\x80'),
    ],
    ['a script in an object stream, behind a name that ends in 80', packedScript('\x80')],
    ['a program to start', pdfFile({ objects: ['<< /S /Launch /F (cmd.exe) >>'] })],
    ['actions of a page', pdfFile({ objects: ['<< /AA << /O << /S /URI /URI (http://x) >> >> >>'] })],
    ['an address that is called at opening', pdfFile({ catalog: '/OpenAction << /S /URI /URI (http://x) >>' })],
    ['an opening whose action is not there', pdfFile({ catalog: '/OpenAction 99 0 R' })],
    [
      'an action after the harmless one',
      pdfFile({ catalog: '/OpenAction << /S /GoTo /D [3 0 R] /Next 5 0 R >>', objects: ['<< /S /URI >>'] }),
    ],
    ['an action whose next one follows a dictionary', opening('<< /S /GoTo /D << >> /Next << /S /Named >> >>')],
    ['a printing under a padded number', rewritten(opening(goes, printing), '\n6 0 obj', '\n05 0 obj')],
    ['an unknown action under a padded number', rewritten(opening(goes, '<< /S /X >>'), '\n6 0 obj', '\n05 00 obj')],
    ['an unknown action of another generation', rewritten(opening(goes, '<< /S /X >>'), '\n6 0 obj', '\n5 1 obj')],
    ['a printing whose number ends like that of the opening', rewritten(opening(goes, printing), '\n6 0', '\n15 0')],
    ['an address found by its place in a stream', opening(goes, objectStream([address]))],
    [
      'an opening whose number is padded',
      rewritten(opening(goes, '<< /S /X >>'), '/OpenAction 5 0 R', '/OpenAction 006 %x\n0 R'),
    ],
    ['an opening whose number runs into its end', rewritten(opening(address), '5 0 R', '5 0R')],
    ['a thread in another file', pdfFile({ objects: ['<< /A << /S /Thread /F (\\\\x\\y.pdf) /D 0 >> >>'] })],
    ['an action whose kind is written elsewhere', pdfFile({ objects: ['<< /S 6 0 R /F (x) >>', '/Thread'] })],
    ['an action whose kind runs into its reference', pdfFile({ objects: ['<< /S 6 0R /F (x) >>', '/Thread'] })],
    ['a drawing in another file', pdfFile({ objects: [stream('/Subtype /Form /Ref << /F (x) /Page 0 >>', none)] })],
    ['a drawing in another file, named elsewhere', pdfFile({ objects: [stream('/Ref 6 0 R', none)] })],
    ['a picture of a print shop', pdfFile({ objects: [stream('/OPI << /2.0 << /F (x) >> >>', none)] })],
    ['a payload in another file', pdfFile({ objects: [stream('/F << /FS /URL /F (http://x) >>', none)] })],
    ['a payload in a file of this name', pdfFile({ objects: [stream('/F (x)', none)] })],
    ['a payload in a file of a name in codes', pdfFile({ objects: [stream('/X ] /#46 <78>', none)] })],
    ['a payload in a file named elsewhere', pdfFile({ objects: [stream('/F 6 0 R', none), '(x)'] })],
    ['a script by a padded reference', pdfFile({ catalog: '/Names 0005 0 R', objects: [`<< /X ${script} >>`] })],
    ['a script by a reference split by a comment', pdfFile({ catalog: '/Names 5 %x\n0 R', objects: [script] })],
    ['a script whose codes some readers calculate', pdfFile({ objects: ['<< /J#3Z (x) >>'] })],
    ...[
      ...['GoToR', 'GoToE', 'ImportData', 'SubmitForm', 'Rendition', 'Movie', 'Sound', 'RichMediaExecute'].map(
        (kind) => `<< /A << /S /${kind} >> >>`,
      ),
      ...['3D', 'FileAttachment', 'PS'].map((kind) => `<< /Subtype /${kind} >>`),
      ...['/PresSteps << /NA 7 0 R >>', '/AlternatePresentations 7 0 R', '/Collection << >>'].map(
        (key) => `<< ${key} >>`,
      ),
    ].map((object): [string, Buffer] => [object, pdfFile({ objects: [object] })]),
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
    ['a bracket where a key belongs', pdfFile({ objects: ['<< ( /S /JavaScript /JS (x) ) >>'] })],
    ['a bracket that does not close where a key belongs', pdfFile({ objects: ['<< ( /S /JavaScript /JS x >>'] })],
    ['a bracket behind a value', pdfFile({ objects: ['<< /A /B ( /S /JavaScript /JS (x) ) >>'] })],
    ['a bracket behind a reference', pdfFile({ objects: ['<< /A 5 0 R ( /EF << >> ) >>'] })],
    ['a hex bracket where a key belongs', pdfFile({ objects: ['<< < /EmbeddedFiles 6 0 R > >>'] })],
    ['a bracket in the head of an object stream', pdfFile({ objects: [packed('9 0 ', script, 1, '(/X )')] })],
    ['a bracket among the keys of an object in a stream', pdfFile({ objects: [objectStream(['<< ( /JS 1 ) >>'])] })],
    ...['\x80', '\xff', '\n\x80'].map((blank): [string, Buffer] => [
      `a script that goes on behind its end, with ${JSON.stringify(blank)} in its head`,
      rewritten(pdfFile({ objects: ['<< /X endobj /S /JavaScript /JS (x) >>'] }), '5 0 obj', `5 0${blank}obj`),
    ]),
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

  const names = `<< /JavaScript << /Names [(a) ${script}] >> >> `;
  /** Contains the keyword that ends a stream. */
  const wordy = deflateSync(Buffer.from('100 0 (endstream) '), { level: 0 });
  const reading = (stream: string) => pdfFile({ catalog: '/Names 100 0 R', objects: [stream] });
  test.each([
    ['a comment in the head of its objects', packed('%7\n100 0 ', `${names.padEnd(100)}null `, 1)],
    ['a real number in the head of its objects', packed('100.0 90 ', `${'null '.padEnd(90)}${names}`, 1)],
    ['a sign in the head of its objects', packed('100 +5 ', `null ${names}`, 1)],
    ['a number that the head of its objects cuts', packed('100 0', '7 null null', 1)],
    ['more pairs in the head of its objects than it says', packed('100 0 101 5 ', 'null null ', 1)],
    ['half a pair in the head of its objects', packed('100 0 101 ', 'null null ', 1)],
    ['an object behind the end of its stream', packed('100 99 ', 'null ', 1)],
    ['a value that ends where the next one begins', packed('100 0 101 7 ', '/Thread12 ', 2)],
    ['a number of objects that stands elsewhere', packed('100 0 ', 'null ', 1).replace('/N 1', '/N 1 0R')],
    ['objects calculated by what stands elsewhere', packed('100 0 ', 'null ', 1, '/DecodeParms 6 0 R')],
    ['objects packed as is said elsewhere', packed('100 0 ', 'null ', 1).replace('/Filter', '/Filter 6 0 R /X')],
    ['objects packed in one way and another', packed('100 0 ', 'null ', 1, '/Filter 6 0 R')],
    ['objects that their length cuts', packed('100 0 ', 'null ', 1).replace(/Length \d+/, 'Length 9')],
    ['objects with two lengths', packed('100 0 ', 'null ', 1, '/Length 9')],
    ['objects whose length is not there', packed('100 0 ', 'null ', 1).replace(/Length \d+/, 'Length 77 0 R')],
    ['objects that a word cuts', stream('/Type /ObjStm /N 1 /First 6 /Filter /FlateDecode', wordy)],
    ['objects on the line of their keyword', packed('100 0 ', 'null ', 1).replace('\nstream\n', '\nstream ')],
  ])('by %s is refused', async (_, object) => {
    expect(await readPdf(reading(object))).toBe('broken');
  });

  test('by objects before the line where readers look for them is refused', async () => {
    const decoy = deflateSync(Buffer.from('100 0 null '), { windowBits: 10 }).toString('latin1');
    expect(decoy.charAt(0)).toBe('(');
    const object = packed('100 0 ', names.replaceAll(/[JS]/g, 'x'), 1).replace('\nstream\n', `\nstream${decoy}\n`);
    expect(await readPdf(reading(object))).toBe('broken');
  });

  test.each([
    ...['+5 0', '5.0 0', '5 .', '5 +0', '5 0 %x\n', '5 %x\n0', '%%% 5 0 %x\n%y\n', `${'0'.repeat(50)}5 0`, '5\xa00'],
  ])('by the number %j of an object is refused', async (number) => {
    expect(await readPdf(rewritten(opening(goes), '\n5 0 obj', `\n${number} obj`))).toBe('broken');
  });

  test('by a password is refused as such', async () => {
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
