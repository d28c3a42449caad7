/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'profile: a profile is changed only in the version that was read',
    file: 'drivers/drivers.repository.ts',
    find: '_id: read._id, version: read.version',
    replace: '_id: read._id',
    test: 'drivers/drivers.test.ts',
    only: 'is not changed',
  },
  {
    name: 'form: the caller is checked again after the form arrived',
    file: 'core/route.ts',
    find: '    guardAwaited(shape),\n',
    test: 'drivers/documents.test.ts',
    only: 'a form whose caller loses the permission during the upload',
  },
  {
    name: 'pdf: a file is a PDF only when it begins with the header',
    file: 'uploads/validate-file.ts',
    find: 'return head === PDF_HEADER ? validatePdf(bytes)',
    replace: 'return true ? validatePdf(bytes)',
    test: 'drivers/documents.test.ts',
    only: 'not by its name',
    survives: 'a file that does not begin as a PDF is also refused by its parser, with the same answer',
  },
  {
    name: 'pictures: the passes of a JPEG are limited',
    file: 'uploads/validate-file.ts',
    find: 'passesOf(bytes) > MAX_PASSES',
    replace: 'passesOf(bytes) < 0',
    test: 'drivers/documents.test.ts',
    only: 'passes or rows',
  },
  {
    name: 'pictures: the number of rows of a picture is limited',
    file: 'uploads/validate-file.ts',
    find: 'Math.max(width, LEAST_ROW) * height',
    replace: 'width * height',
    test: 'drivers/documents.test.ts',
    only: 'passes or rows',
  },
];
