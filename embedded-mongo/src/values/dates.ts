/** The maximum distance of a date from 1970 in JavaScript, in milliseconds. MongoDB's range is wider. */
const FURTHEST = 8_640_000_000_000_000;

/** Whether this many milliseconds from 1970 are within the range of dates. */
export function isDateTime(milliseconds: number): boolean {
  return Math.abs(milliseconds) <= FURTHEST;
}
