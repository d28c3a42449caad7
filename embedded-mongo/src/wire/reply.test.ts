import { expect, test } from '@jest/globals';
import { Double, Long } from 'bson';
import { encode } from './bson';
import { decode } from './decode';
import { cursorMessage, cursorReply, replyTo } from './reply';

const row = (n: number) => ({ _id: n, text: 'ä'.repeat(n) });

test.each([0, 1, 11, 101])('the reply of a cursor with %d documents is the BSON of that reply', (count) => {
  for (const namespace of ['test.rides', 'größe.ä']) {
    for (const id of [0n, 2n ** 40n + 7n]) {
      for (const field of ['firstBatch', 'nextBatch'] as const) {
        const rows = Array.from({ length: count }, (_, n) => row(n));
        const batch = { field, documents: rows.map((each) => encode(each)), id, namespace };
        const reply = cursorReply(batch);
        const expected = { cursor: { [field]: rows, id: Long.fromBigInt(id), ns: namespace }, ok: new Double(1) };
        expect(reply.toString('hex')).toBe(encode(expected).toString('hex'));
        const [one, other] = [cursorMessage(7, batch), replyTo({ requestId: 7, legacy: false }, reply)];
        // Every message has its own number, from byte 4 to 8.
        for (const bytes of [one, other]) bytes.writeInt32LE(0, 4);
        expect(one.toString('hex')).toBe(other.toString('hex'));
      }
    }
  }
});

test('replies are right for more names than are kept, and for long ones', () => {
  for (let n = 0; n < 2_100; n++) {
    const namespace = `test.c${n % 1_050}${n % 100 === 0 ? 'x'.repeat(300) : ''}`;
    const { cursor } = decode(cursorReply({ field: 'firstBatch', documents: [], id: 0n, namespace }));
    expect(cursor).toMatchObject({ ns: namespace });
  }
});
