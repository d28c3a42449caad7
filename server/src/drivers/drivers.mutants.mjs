/** The guards that the tests of this folder hold; `scripts/mutants.mjs` takes each out once. */
export const mutants = [
  {
    name: 'profile: changed as read',
    file: 'drivers/drivers.repository.ts',
    find: '_id: read._id, version: read.version',
    replace: '_id: read._id',
    test: 'drivers/drivers.test.ts',
    only: 'older reading',
  },
  {
    name: 'form: its caller is checked before it alone',
    file: 'core/route.ts',
    find: '    guardAwaited(shape),\n',
    test: 'drivers/documents.test.ts',
    only: 'still coming',
  },
  {
    name: 'pdf: nothing before its header',
    file: 'uploads/validate-file.ts',
    find: 'return head === PDF_HEADER ? validatePdf(bytes)',
    replace: 'return true ? validatePdf(bytes)',
    test: 'drivers/documents.test.ts',
    only: 'not by its name',
    survives: 'what does not begin as a PDF is refused by its parser, too, with the same answer',
  },
  {
    name: 'pictures: passes of a JPEG',
    file: 'uploads/validate-file.ts',
    find: 'passesOf(bytes) > MAX_PASSES',
    replace: 'passesOf(bytes) < 0',
    test: 'drivers/documents.test.ts',
    only: 'passes or rows',
  },
  {
    name: 'pictures: rows',
    file: 'uploads/validate-file.ts',
    find: 'Math.max(width, LEAST_ROW) * height',
    replace: 'width * height',
    test: 'drivers/documents.test.ts',
    only: 'passes or rows',
  },
];
