import { describe, expect, test } from '@jest/globals';
import { type BookingStatus, bookingStatuses, canStep, parties, stepsInto } from './bookings.state';

const allowed = new Set([
  'pending>accepted:driver',
  'pending>rejected:driver',
  'pending>rejected:system',
  'pending>cancelled:customer',
  'pending>cancelled:driver',
  'accepted>in_progress:driver',
  'accepted>cancelled:customer',
  'accepted>cancelled:driver',
  'in_progress>completed:driver',
  'in_progress>cancelled:customer',
  'in_progress>cancelled:driver',
]);

describe('the status changes of a booking', () => {
  test('are exactly the specified ones', () => {
    for (const from of bookingStatuses) {
      for (const to of bookingStatuses) {
        for (const party of parties) {
          expect([from, to, party, canStep(from, to, party)]).toEqual([
            from,
            to,
            party,
            allowed.has(`${from}>${to}:${party}`),
          ]);
        }
      }
    }
  });

  test('are also listed by stepsInto: the statuses from which a party can change a booking to a target status', () => {
    expect(stepsInto('cancelled', 'customer')).toEqual([
      'pending',
      'accepted',
      'in_progress',
    ] satisfies BookingStatus[]);
    expect(stepsInto('accepted', 'customer')).toEqual([]);
  });
});
