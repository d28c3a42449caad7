/** The furthest a date may lie from 1970, in milliseconds. MongoDB's reach further, but those here would become another. */
const FURTHEST = 8_640_000_000_000_000;

/** Whether so many milliseconds from 1970 are a date. */
export function isDateTime(milliseconds: number): boolean {
  return Math.abs(milliseconds) <= FURTHEST;
}
