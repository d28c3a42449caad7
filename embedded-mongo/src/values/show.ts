import { EJSON } from 'bson';

/** A value as a string for error messages: relaxed extended JSON, truncated to 500 characters. */
export function show(value: unknown): string {
  try {
    return (EJSON.stringify(value) ?? 'MISSING').slice(0, 500);
  } catch {
    return String(value).slice(0, 500);
  }
}
