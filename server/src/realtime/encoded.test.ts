import { expect, test } from '@jest/globals';
import { Encoder, type Packet, PacketType } from 'socket.io-parser';
import { EncodedAnswer, hubParser } from './encoded';

const encode = (packet: Packet) => new hubParser.Encoder().encode(packet);
const answer = { ok: true, ride_requests: [{ id: 'ü', my_quote: null }], more: false };

test('an encoded answer is the same packet as the answer that it encodes', () => {
  const packet = (data: unknown) => ({ type: PacketType.ACK, nsp: '/', id: 12, data: [data] });
  const encoded = new EncodedAnswer(JSON.stringify(answer), 1);
  expect(encode(packet(encoded))).toEqual(new Encoder().encode(packet(answer)));
});

test('every other packet is encoded as by the library', () => {
  const packets: Packet[] = [
    { type: PacketType.ACK, nsp: '/', id: 0, data: [answer] },
    { type: PacketType.EVENT, nsp: '/', data: ['ride:closed', answer] },
    { type: PacketType.CONNECT, nsp: '/', data: { sid: 'x' } },
    { type: PacketType.DISCONNECT, nsp: '/' },
  ];
  for (const packet of packets) expect(encode(packet)).toEqual(new Encoder().encode(packet));
});
