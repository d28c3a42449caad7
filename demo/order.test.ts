import { expect, test } from '@jest/globals';
import { watchOrder } from './order';

const booking = (version: number, status = 'accepted') => ({ booking: { id: 'booking', version, status } });
const position = (seq: number) => ({ booking_id: 'booking', seq, lat: 28.6, lng: 77.2 });

test('an event that equals the last one about its row is doubled; one of the same version with other content is new', () => {
  const see = watchOrder();
  expect(see('booking:updated', booking(3))).toBe('new');
  expect(see('booking:updated', booking(3))).toBe('doubled');
  expect(see('booking:updated', booking(3, 'cancelled'))).toBe('new');
  expect(see('booking:created', booking(3, 'cancelled'))).toBe('new');
  expect(see('earnings:updated', { earnings: {} })).toBe('new');
  expect(see('earnings:updated', { earnings: {} })).toBe('new');
});

test('an event with an older version than one that has arrived is out of order, for each row on its own', () => {
  const see = watchOrder();
  see('booking:updated', booking(5));
  expect(see('booking:updated', booking(4))).toBe('out of order');
  expect(see('quote:updated', { quote: { id: 'quote', version: 1 } })).toBe('new');
  see('ride:updated', { ride_request: { id: 'ride', version: 7 } });
  expect(see('ride:closed', { ride_request_id: 'ride', version: 6 })).toBe('out of order');
});

test('positions are ordered by their own numbers', () => {
  const see = watchOrder();
  see('booking:updated', booking(90));
  expect([5, 7, 6, 7, 8, 8].map((seq) => see('booking:location', position(seq)))).toEqual([
    'new',
    'new',
    'out of order',
    'new',
    'new',
    'doubled',
  ]);
});
