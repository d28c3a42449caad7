const EOF = '%%EOF';
const PADDING = /^[\s\0]*$/;
/** The end of a ZIP lies within this many bytes of the file's end: its comment is at most that long. */
const ZIP_END_WITHIN = 65_557;
/** Signatures of formats that begin far from the first byte, or anywhere. */
const ANYWHERE = ['Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c'];
const AT = [
  { at: 257, magic: 'ustar' },
  { at: 0x8001, magic: 'CD001' },
];

/**
 * Whether a file is more than the PDF it begins as: it has bytes before the header or after the end, or is an archive
 * as well. Zeros and blanks at the end, and a missing end, are allowed, because real scanners write them.
 */
export function isMoreThanPdf(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  if (!/^%PDF-[12]\.\d/.test(text)) return true;
  const end = text.lastIndexOf(EOF);
  if (end >= 0 && !PADDING.test(text.slice(end + EOF.length))) return true;
  if (ANYWHERE.some((magic) => text.includes(magic))) return true;
  if (AT.some(({ at, magic }) => text.startsWith(magic, at))) return true;
  return hasZip(text);
}

/** A ZIP is read from its end record, which has the size of the directory; the directory is directly before that record. */
function hasZip(text: string): boolean {
  const tail = text.length - ZIP_END_WITHIN;
  for (
    let end = text.lastIndexOf('PK\x05\x06');
    end >= 0 && end >= tail;
    end = text.lastIndexOf('PK\x05\x06', end - 1)
  ) {
    const size = Buffer.from(text.slice(end + 12, end + 16), 'latin1');
    if (size.length === 4 && (size.readUInt32LE() === 0 || text.startsWith('PK\x01\x02', end - size.readUInt32LE())))
      return true;
    if (end === 0) break;
  }
  return false;
}
