/** An answer is longer than it may be. */
export class TooLong extends Error {}

/**
 * The text of an answer as it is after unpacking, read no further than it may be long: what somebody else's service sends
 * may not fill our memory. Rejects a longer one with `TooLong`.
 */
export async function shortText(response: Response, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > maxBytes) throw new TooLong(`the service answered more than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
