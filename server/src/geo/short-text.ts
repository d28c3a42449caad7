/** An answer exceeds its maximum length. */
export class TooLong extends Error {}

/**
 * Reads the decoded text of an answer up to a maximum length: another service must not be able to fill our memory.
 * Rejects with `TooLong` for a longer answer.
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
