import { execFileSync } from 'node:child_process';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { logger } from '../core/logger';
import { root } from '../root';
import { configure, readSettings } from '../settings';
import { objectStream, pdfFile, stream } from '../testing/pdf';
import { stopwatch } from '../testing/stopwatch';
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
/** An object stream with a given header; additional keys may contradict the stream's other keys. */
const packed = (head: string, body: string, count: number, keys = '') => {
  const payload = deflateSync(Buffer.from(head + body, 'latin1'));
  return stream(`/Type /ObjStm /N ${count} /First ${head.length} /Filter /FlateDecode ${keys}`, payload);
};
/** The file with one place of its syntax replaced. */
const rewritten = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(
    bytes.toString('latin1').replace(from, () => to),
    'latin1',
  );
const none = Buffer.alloc(0);
const opening = (...objects: string[]) => pdfFile({ catalog: '/OpenAction 5 0 R', objects });
/** A script in an object stream whose action type is followed by this byte. */
const packedScript = (byte: string) => {
  const body = `<< /A << /S /JavaScript${byte} /X 1 >> >>`;
  return pdfFile({ objects: [packed('9 0 ', body, 1)] });
};
/** A minimal ZIP archive as text: an empty directory entry and the record that ends the file. */
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
      'one that goes to a page by an action in a separate object',
      pdfFile({ catalog: '/OpenAction 5 0 R', objects: ['<< /S /GoTo /D [3 0 R /Fit] >>'] }),
    ],
    ['one with object streams', pdfFile({ objects: [objectStream(['<< /Title (A /JavaScript of words) >>'])] })],
    [
      'one with links to web pages',
      pdfFile({
        catalog: '/OpenAction 5 0 R /AcroForm << /Fields [] >> /URI << /Base (http://x) >>',
        objects: ['<< /D [3 0 R /XYZ 0 792 null] /S /GoTo >>', link, '<< /S /GoTo /D (chapter.1) >>'],
      }),
    ],
    [
      'one with object streams and tags, as word processors write them',
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
    ['one with link actions in separate objects', pdfFile({ catalog: '/OpenAction [3 0 R /Fit]', objects: [address] })],
    [
      'one with tags and its own borders, letters and threads',
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
      'a scan with one-letter names for its font and filters',
      pdfFile({
        objects: [
          stream('/Subtype /Form /Resources << /Font << /F 6 0 R >> >>', Buffer.from('q Q')),
          stream('/Subtype /Image /F /DCT', Buffer.from('\xff\xd8 3 objects, 2 obj_s [ obj [', 'latin1')),
        ],
      }),
    ],
    [
      'one with tight object streams and every kind of white space',
      pdfFile({
        objects: [packed('20 0\r\n021\t4\0 22\f8', '<<>><<>>(x)', 3), packed('20 0 21 5 ', 'null true\n', 2)],
      }),
    ],
    [
      'one with object streams whose length is written after them',
      pdfFile({ objects: [objectStream(['<< >>', '[1]']).replace(/Length \d+/, 'Length 6 0 R'), '52'] }),
    ],
    ['one whose font has a name in Chinese', pdfFile({ objects: ['<< /Type /Font /BaseFont /\xe4\xb8\x80 >>'] })],
    ['one whose text mentions scripts', pdfFile({ objects: ['(<< /S /JavaScript >> is what a string may say)'] })],
  ])('(%s) is accepted', async (_, bytes) => {
    expect(await readPdf(bytes)).toBe('plain');
  });
});

describe('a PDF that runs or contains anything active', () => {
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
      'a script in a stream that only pretends to be an object stream',
      pdfFile({ objects: [objectStream([script], { keys: '' })] }),
    ],
    [
      'a script in an older revision of an object',
      pdfFile({ objects: [script, '<< >>'], after: '' })
        .toString('latin1')
        .replace('6 0 obj', '5 0 obj'),
    ],
    [
      'a script hidden in the data of a stream',
      pdfFile({ objects: [stream('', Buffer.from(`endstream ( 9 0 obj ${script} endobj`))] }),
    ],
    // Chrome's reader treats the bytes 0x80 and 0xFF as white space; other readers treat them as part of the name.
    [
      'a script with the byte 0x80 after its action type',
      rewritten(pdfFile({ objects: ['<< /S /JavaScript >>'] }), '/JavaScript', '/JavaScript\x80'),
    ],
    [
      'a script with the byte 0xFF after its action type',
      rewritten(pdfFile({ objects: ['<< /S /JavaScript >>'] }), '/JavaScript', '/JavaScript\xff'),
    ],
    [
      'a list of attached files with the byte 0x80 after its key',
      rewritten(pdfFile({ catalog: '/Names << /EmbeddedFiles << >> >>' }), '/EmbeddedFiles', '/EmbeddedFiles\x80'),
    ],
    ['a script in an object stream, with the byte 0x80 after its action type', packedScript('\x80')],
    ['a program to start', pdfFile({ objects: ['<< /S /Launch /F (cmd.exe) >>'] })],
    ['actions of a page', pdfFile({ objects: ['<< /AA << /O << /S /URI /URI (http://x) >> >> >>'] })],
    ['a web address that is requested at opening', pdfFile({ catalog: '/OpenAction << /S /URI /URI (http://x) >>' })],
    ['an open action that does not exist', pdfFile({ catalog: '/OpenAction 99 0 R' })],
    [
      'an action chained after a harmless one',
      pdfFile({ catalog: '/OpenAction << /S /GoTo /D [3 0 R] /Next 5 0 R >>', objects: ['<< /S /URI >>'] }),
    ],
    ['an action chained after a dictionary', opening('<< /S /GoTo /D << >> /Next << /S /Named >> >>')],
    ['a print action under a zero-padded object number', rewritten(opening(goes, printing), '\n6 0 obj', '\n05 0 obj')],
    [
      'an unknown action under a zero-padded object number',
      rewritten(opening(goes, '<< /S /X >>'), '\n6 0 obj', '\n05 00 obj'),
    ],
    [
      'an unknown action with another generation number',
      rewritten(opening(goes, '<< /S /X >>'), '\n6 0 obj', '\n5 1 obj'),
    ],
    [
      'a print action whose number ends like that of the open action',
      rewritten(opening(goes, printing), '\n6 0', '\n15 0'),
    ],
    [
      'a web address that a reader could take for the open action by its index in an object stream',
      opening(goes, objectStream([address])),
    ],
    [
      'an open action with a zero-padded number',
      rewritten(opening(goes, '<< /S /X >>'), '/OpenAction 5 0 R', '/OpenAction 006 %x\n0 R'),
    ],
    ['an open action whose reference has no space before the R', rewritten(opening(address), '5 0 R', '5 0R')],
    ['a thread in another file', pdfFile({ objects: ['<< /A << /S /Thread /F (\\\\x\\y.pdf) /D 0 >> >>'] })],
    ['an action whose type is in another object', pdfFile({ objects: ['<< /S 6 0 R /F (x) >>', '/Thread'] })],
    [
      'an action whose type is a reference without a space before the R',
      pdfFile({ objects: ['<< /S 6 0R /F (x) >>', '/Thread'] }),
    ],
    [
      'a form XObject in another file',
      pdfFile({ objects: [stream('/Subtype /Form /Ref << /F (x) /Page 0 >>', none)] }),
    ],
    ['a form XObject in another file, named in another object', pdfFile({ objects: [stream('/Ref 6 0 R', none)] })],
    ['an OPI picture for print shops', pdfFile({ objects: [stream('/OPI << /2.0 << /F (x) >> >>', none)] })],
    ['stream data in another file', pdfFile({ objects: [stream('/F << /FS /URL /F (http://x) >>', none)] })],
    ['stream data in a named file', pdfFile({ objects: [stream('/F (x)', none)] })],
    ['stream data in a file whose name has hex codes', pdfFile({ objects: [stream('/X ] /#46 <78>', none)] })],
    ['stream data in a file named in another object', pdfFile({ objects: [stream('/F 6 0 R', none), '(x)'] })],
    ['a script by a zero-padded reference', pdfFile({ catalog: '/Names 0005 0 R', objects: [`<< /X ${script} >>`] })],
    ['a script by a reference split by a comment', pdfFile({ catalog: '/Names 5 %x\n0 R', objects: [script] })],
    ['a script in codes that only some readers decode', pdfFile({ objects: ['<< /J#3Z (x) >>'] })],
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
    ['a form with XFA scripts', pdfFile({ catalog: '/AcroForm << /XFA 5 0 R >>' })],
    ['a film', pdfFile({ objects: ['<< /Subtype /RichMedia >>'] })],
  ])('(%s) is refused', async (_, bytes) => {
    expect(await readPdf(Buffer.from(bytes.toString('latin1'), 'latin1'))).toBe('active');
  });

  test.each([
    ['a file with extra bytes before its header', Buffer.concat([Buffer.from('<script>alert(1)</script>'), pdfFile()])],
    ['a file with extra bytes after its end', pdfFile({ after: '<script>alert(1)</script>' })],
    ['a file with an archive after its end', pdfFile({ after: zip() })],
    [
      'a file without an end and with an archive',
      Buffer.concat([pdfFile({ trailer: null }), Buffer.from(zip(), 'latin1')]),
    ],
    [
      'a file with an archive after its last page that ends like a PDF',
      pdfFile({ trailer: null, after: `${zip()}\n%%EOF` }),
    ],
  ])('%s contains more than the PDF and is refused', async (_, bytes) => {
    expect(await readPdf(bytes)).toBe('more_than_pdf');
  });
});

describe('a PDF that cannot be parsed with certainty', () => {
  test.each([
    ['a bracket in the place of a key', pdfFile({ objects: ['<< ( /S /JavaScript /JS (x) ) >>'] })],
    ['an unclosed bracket in the place of a key', pdfFile({ objects: ['<< ( /S /JavaScript /JS x >>'] })],
    ['a bracket after a value', pdfFile({ objects: ['<< /A /B ( /S /JavaScript /JS (x) ) >>'] })],
    ['a bracket after a reference', pdfFile({ objects: ['<< /A 5 0 R ( /EF << >> ) >>'] })],
    ['a hex bracket in the place of a key', pdfFile({ objects: ['<< < /EmbeddedFiles 6 0 R > >>'] })],
    ['a bracket in the header of an object stream', pdfFile({ objects: [packed('9 0 ', script, 1, '(/X )')] })],
    ['a bracket among the keys of an object in a stream', pdfFile({ objects: [objectStream(['<< ( /JS 1 ) >>'])] })],
    ...['\x80', '\xff', '\n\x80'].map((blank): [string, Buffer] => [
      `a script after the word "endobj" in its object, and ${JSON.stringify(blank)} before the keyword "obj"`,
      rewritten(pdfFile({ objects: ['<< /X endobj /S /JavaScript /JS (x) >>'] }), '5 0 obj', `5 0${blank}obj`),
    ]),
    ...['endobj', 'stream', 'endstream', 'startxref', 'xref', 'trailer', 'obj'].map((word) => [
      `the word ${word} in its catalog`,
      pdfFile({ catalog: `${word} /OpenAction ${script}` }),
    ]),
    ['an array with a false end', pdfFile({ catalog: `/X [ endobj ] /OpenAction ${script}` })],
    ['brackets that do not match', pdfFile({ catalog: `/X [ >> >> endobj ] /OpenAction ${script}` })],
    [
      'a comment between the number and its object',
      Buffer.from(
        pdfFile({ catalog: `endobj /OpenAction ${script}` })
          .toString('latin1')
          .replace('1 0 obj', '1 0 % 7 %\nobj'),
      ),
    ],
  ])('with %s is refused', async (_, bytes) => {
    expect(await readPdf(Buffer.from(bytes))).not.toBe('plain');
  });

  const names = `<< /JavaScript << /Names [(a) ${script}] >> >> `;
  /** Contains the keyword that ends a stream. */
  const wordy = deflateSync(Buffer.from('100 0 (endstream) '), { level: 0 });
  const reading = (stream: string) => pdfFile({ catalog: '/Names 100 0 R', objects: [stream] });
  test.each([
    ['a comment in the header of an object stream', packed('%7\n100 0 ', `${names.padEnd(100)}null `, 1)],
    ['a real number in the header of an object stream', packed('100.0 90 ', `${'null '.padEnd(90)}${names}`, 1)],
    ['a sign in the header of an object stream', packed('100 +5 ', `null ${names}`, 1)],
    ['a number cut by the end of the header of an object stream', packed('100 0', '7 null null', 1)],
    ['more pairs in the header of an object stream than declared', packed('100 0 101 5 ', 'null null ', 1)],
    ['half a pair in the header of an object stream', packed('100 0 101 ', 'null null ', 1)],
    ['an object after the end of its stream', packed('100 99 ', 'null ', 1)],
    ['a value that ends where the next one begins', packed('100 0 101 7 ', '/Thread12 ', 2)],
    ['a reference in place of the number of objects', packed('100 0 ', 'null ', 1).replace('/N 1', '/N 1 0R')],
    ['objects decoded by parameters in another object', packed('100 0 ', 'null ', 1, '/DecodeParms 6 0 R')],
    [
      'objects whose filter is named in another object',
      packed('100 0 ', 'null ', 1).replace('/Filter', '/Filter 6 0 R /X'),
    ],
    ['objects with two filters', packed('100 0 ', 'null ', 1, '/Filter 6 0 R')],
    ['objects cut by their declared length', packed('100 0 ', 'null ', 1).replace(/Length \d+/, 'Length 9')],
    ['objects with two lengths', packed('100 0 ', 'null ', 1, '/Length 9')],
    [
      'objects whose length is in an object that does not exist',
      packed('100 0 ', 'null ', 1).replace(/Length \d+/, 'Length 77 0 R'),
    ],
    ['objects cut by a keyword', stream('/Type /ObjStm /N 1 /First 6 /Filter /FlateDecode', wordy)],
    ['objects on the same line as the stream keyword', packed('100 0 ', 'null ', 1).replace('\nstream\n', '\nstream ')],
  ])('with an error in its object streams is refused: %s', async (_, object) => {
    expect(await readPdf(reading(object))).toBe('broken');
  });

  test('with objects on the line of the stream keyword, where not all readers look for them, is refused', async () => {
    const decoy = deflateSync(Buffer.from('100 0 null '), { windowBits: 10 }).toString('latin1');
    expect(decoy.charAt(0)).toBe('(');
    const object = packed('100 0 ', names.replaceAll(/[JS]/g, 'x'), 1).replace('\nstream\n', `\nstream${decoy}\n`);
    expect(await readPdf(reading(object))).toBe('broken');
  });

  test.each([
    ...['+5 0', '5.0 0', '5 .', '5 +0', '5 0 %x\n', '5 %x\n0', '%%% 5 0 %x\n%y\n', `${'0'.repeat(50)}5 0`, '5\xa00'],
  ])('with the object number %j is refused', async (number) => {
    expect(await readPdf(rewritten(opening(goes), '\n5 0 obj', `\n${number} obj`))).toBe('broken');
  });

  test('with a password is refused as encrypted', async () => {
    expect(await readPdf(pdfFile({ trailer: '/Encrypt << /Filter /Standard /V 2 >>' }))).toBe('encrypted');
  });

  const chained = (filters: string, payload: Buffer) =>
    pdfFile({ objects: [stream(`/Type /ObjStm /N 1 /First 5 /Filter ${filters}`, payload)] });
  test.each([
    ['nothing but a header', Buffer.from('%PDF-1.4\n%%EOF')],
    [
      'a document without pages',
      Buffer.from(pdfFile().toString('latin1').replace('/Kids [3 0 R] /Count 1', '/Kids [] /Count 0'), 'latin1'),
    ],
    ['a document without a catalog', Buffer.from(pdfFile().toString('latin1').replace('/Catalog', '/Cat'), 'latin1')],
    ['a document with two filters', chained('[/ASCIIHexDecode /FlateDecode]', Buffer.from('78>'))],
    ['a document whose filter is named in another object', chained('6 0 R', deflateSync(Buffer.from('20 0 << >>')))],
    ['a document whose streams cannot be decompressed', chained('/FlateDecode', Buffer.from('junk'))],
    ['a document with unbalanced brackets', pdfFile({ objects: [objectStream(['<< /A ] >>'])] })],
    ['a decompression bomb', chained('/FlateDecode', deflateSync(Buffer.alloc(100_000_000)))],
  ])('that is %s is refused', async (_, bytes) => {
    expect(await readPdf(bytes)).toBe('broken');
  });

  test('with thousands of overlapping objects is refused within four seconds', async () => {
    const bytes = Buffer.from(`%PDF-1.7\n${'1 0 obj ('.repeat(500_000)}`);
    const elapsed = stopwatch();
    expect(await readPdf(bytes)).toBe('broken');
    expect(elapsed()).toBeLessThan(4_000);
  });

  test('that takes too long to read is refused', async () => {
    expect(await readPdf(pdfFile(), 1)).toBe('broken');
  });
});

test('a thread that is started after a PDF was read keeps its memory limit for new objects, although `npm start` sets a higher one', () => {
  // A thread that makes many objects with a limit of 6 MB for new ones, and reports how much memory it has for them.
  const thread = `
    const { parentPort } = require('node:worker_threads');
    let kept = [];
    for (let nth = 0; nth < 3e6; nth += 1) { kept.push({ nth }); if (kept.length > 1e5) kept = []; }
    const spaces = require('node:v8').getHeapSpaceStatistics();
    parentPort.postMessage(spaces.find(({ space_name }) => space_name === 'new_space').space_size);`;
  const program = `
    import { Worker } from 'node:worker_threads';
    import { readPdf } from './server/src/uploads/pdf.ts';
    await readPdf(Buffer.from('none'));
    const limits = { maxYoungGenerationSizeMb: 6 };
    new Worker(${JSON.stringify(thread)}, { eval: true, resourceLimits: limits, execArgv: [] })
      .on('message', (size) => process.stdout.write(String(size)));`;
  const flags = ['--max-semi-space-size=64', '--import', 'tsx', '--input-type=module', '--eval', program];
  const size = Number(execFileSync(process.execPath, flags, { cwd: root, encoding: 'utf8' }));
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThan(16_000_000);
});
