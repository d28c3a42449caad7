import { errorCode } from '../core/error-code';

/** Whether a write failed because another document has the same value in a unique index. */
export function isDuplicateKey(error: unknown): boolean {
  return errorCode(error) === 11_000;
}

/** The first field of the unique index that refused a write; null when the database does not name it. */
export function duplicateField(error: unknown): string | null {
  if (!isDuplicateKey(error) || !(error instanceof Error) || !('keyPattern' in error)) return null;
  const pattern: unknown = error.keyPattern;
  return typeof pattern === 'object' && pattern !== null ? (Object.keys(pattern)[0] ?? null) : null;
}
