import { MongoError } from '../values/errors';
import type { Document } from '../values/types';

/** The error of one statement, as an element of `writeErrors`. */
function writeError(error: unknown, index: number): Document {
  if (!(error instanceof MongoError)) throw error;
  return { index, code: error.code, ...error.extra, errmsg: error.message };
}

/** Runs the statements of a write command; an ordered command stops at the first error. Returns the errors. */
export function eachStatement<T>(
  statements: readonly T[],
  ordered: boolean,
  run: (statement: T, index: number) => void,
): Document[] {
  const errors: Document[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      run(statement, index);
    } catch (error) {
      errors.push(writeError(error, index));
      if (ordered) break;
    }
  }
  return errors;
}

/** The `writeErrors` field of a reply; an empty document if there are no errors. */
export function errorsField(errors: readonly Document[]): Document {
  return errors.length > 0 ? { writeErrors: errors } : {};
}
