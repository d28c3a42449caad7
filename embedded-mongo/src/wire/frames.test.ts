import { expect, test } from '@jest/globals';
import { FrameReader, MAX_MESSAGE_BYTES, ProtocolError } from './frames';

function message(length: number): Buffer {
  const bytes = Buffer.alloc(length, length);
  bytes.writeInt32LE(length, 0);
  return bytes;
}

test('complete messages are returned, however the bytes are split', () => {
  const sent = [message(16), message(40), message(17)];
  const stream = Buffer.concat(sent);
  for (const size of [1, 3, 16, 50, stream.length]) {
    const reader = new FrameReader();
    const received: Buffer[] = [];
    for (let at = 0; at < stream.length; at += size) received.push(...reader.push(stream.subarray(at, at + size)));
    expect(received).toEqual(sent);
  }
});

test.each([0, 15, -1, MAX_MESSAGE_BYTES + 1])('a length of %d is refused', (length) => {
  const bytes = Buffer.alloc(16);
  bytes.writeInt32LE(length, 0);
  expect(() => new FrameReader().push(bytes)).toThrow(ProtocolError);
});
