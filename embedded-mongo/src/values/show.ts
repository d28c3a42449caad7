import { EJSON } from 'bson';

/** A value as text for an error message, in relaxed extended JSON, cut at 500 characters. */
export function show(value: unknown): string {
  try {
    return (EJSON.stringify(value) ?? 'MISSING').slice(0, 500);
  } catch {
    return String(value).slice(0, 500);
  }
}
