import { MAX_UPLOAD_BYTES } from '@boli/shared/core/constants';
import type { Request, RequestHandler } from 'express';
import multer from 'multer';
import { type AppError, Invalid } from '../core/errors';
import { tooLargeFile } from '../core/failure';

/**
 * Reads a multipart form with at most one file in each of these fields, into memory, within limits. A body of another
 * type passes on untouched. Failures: 413 too large, 400 another field or a form that breaks off.
 */
export function readForm(fileFields: readonly string[]): RequestHandler {
  const parse = multer({
    storage: multer.memoryStorage(),
    // One byte more than allowed, so that a file of exactly the limit passes whatever the parser means by its limit.
    limits: {
      fileSize: MAX_UPLOAD_BYTES + 1,
      files: fileFields.length + 5,
      fields: 20,
      fieldSize: 10_000,
      parts: fileFields.length + 30,
    },
  }).fields(fileFields.map((name) => ({ name, maxCount: 1 })));
  return (request, response, next) => {
    parse(request, response, (fault: unknown) => next(fault ? asFailure(fault) : tooLarge(request)));
  };
}

function asFailure(fault: unknown): unknown {
  // Whatever else the parser finds wrong with the form is the sender's fault.
  return fault instanceof multer.MulterError ? fault : new Invalid('common.invalid');
}

function tooLarge(request: Request): AppError | undefined {
  const large = Object.values(formFiles(request)).find((file) => file.size > MAX_UPLOAD_BYTES);
  return large && tooLargeFile(large.fieldname);
}

/** The files of a form that `readForm` has read, by field. */
export function formFiles(request: Request): Record<string, Express.Multer.File> {
  const files = request.files;
  if (!files || Array.isArray(files)) return {};
  const firsts = Object.entries(files).flatMap(([field, [file]]) => (file ? [[field, file] as const] : []));
  return Object.fromEntries(firsts);
}
