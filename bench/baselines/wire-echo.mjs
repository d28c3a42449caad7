// The baseline of a server of MongoDB's wire protocol: splits the stream into messages and answers each with the same
// document, which the parent process sends first. No decoding, no checks.
import { createServer } from 'node:net';

let answer = Buffer.alloc(0);
let nextId = 1;
process.on('message', (message) => {
  if (typeof message.answer !== 'string') return;
  answer = Buffer.from(message.answer, 'base64');
  process.send({ ready: true });
});

function reply(requestId) {
  const bytes = Buffer.allocUnsafe(21 + answer.length);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(nextId++, 4);
  bytes.writeInt32LE(requestId, 8);
  bytes.writeInt32LE(2013, 12);
  bytes.writeUInt32LE(0, 16);
  bytes.writeUInt8(0, 20);
  answer.copy(bytes, 21);
  return bytes;
}

const server = createServer((socket) => {
  let rest = null;
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    let bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
    while (bytes.length >= 16 && bytes.readInt32LE(0) <= bytes.length) {
      socket.write(reply(bytes.readInt32LE(4)));
      bytes = bytes.subarray(bytes.readInt32LE(0));
    }
    rest = bytes.length > 0 ? bytes : null;
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
