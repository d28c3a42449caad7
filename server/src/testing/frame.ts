const TEXT = 0x81;

/** A frame of a websocket client; its mask is all zeros, which leaves the payload unchanged. */
export function frame(payload: string, first = TEXT): Buffer {
  const length = Buffer.byteLength(payload);
  const head =
    length < 126 ? Buffer.from([first, 0x80 | length]) : Buffer.from([first, 0xfe, length >> 8, length & 0xff]);
  return Buffer.concat([head, Buffer.alloc(4), Buffer.from(payload)]);
}
