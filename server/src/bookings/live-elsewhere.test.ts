import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import { domainEvents } from '../domain-events';
import { applyFix, forgetAll, holdBooking } from '../tracking/positions.memory';
import { setReceiver } from '../tracking/receivers';
import { liveElsewhere, takeLive } from './live-elsewhere';

const fix = { lat: 28.6, lng: 77.2, heading: null, speed: null, accuracy: null, deviceTime: null };
const NOW = 1_700_000_000_000;

afterEach(() => forgetAll());

/** What this node shows of a booking if the node that it asks answers with a position of this `seq`. */
async function shown(bookingId: string, seq: number) {
  setReceiver('another node', [bookingId]);
  const position = { booking_id: bookingId, lat: 28.5, lng: 77.2, heading: null, speed: null, recorded_at: '', seq };
  const stop = domainEvents.on('live.asked', ({ id }) =>
    takeLive(id, [{ bookingId, position, eta: null, route: null }]),
  );
  const live = await liveElsewhere([{ _id: bookingId, status: 'accepted' }]);
  stop();
  return live.get(bookingId)?.position?.seq ?? null;
}

test('the answer of a node that received the positions before this one is not shown', async () => {
  const id = randomUUID();
  expect(await shown(id, NOW - 1)).toBe(NOW - 1);
  applyFix(holdBooking(id, 0), fix, { wall: NOW, steady: 0 });
  expect(await shown(id, NOW - 1)).toBeNull();
  expect(await shown(id, NOW + 1)).toBe(NOW + 1);
});
