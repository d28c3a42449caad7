import { describe, expect, test } from '@jest/globals';
import { race, tally } from '../testing/races';
import { agreement, inRounds, LONG, type Racing, setUpRacing } from '../testing/racing';

const racing = setUpRacing();

const booked = (wish?: Parameters<Racing['steps']['booked']>[2]) =>
  racing.steps.booked(racing.customer, racing.driver, wish);
const driven = async (upTo: 'accepted' | 'in_progress') => racing.steps.drive(racing.driver, await booked(), upTo);

describe('two concurrent steps have the same result as one step after the other:', () => {
  test(
    'accepting and cancelling',
    inRounds(async () => {
      const booking = await booked();
      const answers = await race({
        accept: racing.step(booking, 'accepted'),
        cancel: racing.cancel(booking, racing.customer),
      });
      expect(tally(answers.cancel)).toEqual({ 200: 10 });
      const after = await racing.steps.readBooking(racing.customer, booking.id);
      const acceptedFirst = answers.accept.includes(200);
      expect({ status: after.status, accepted: after.accepted_at !== null }).toEqual({
        status: 'cancelled',
        accepted: acceptedFirst,
      });
      const { ride } = await agreement(booking.ride_request_id);
      expect(ride.status).toBe(acceptedFirst ? 'cancelled' : 'open');
    }),
    LONG,
  );

  test(
    'accepting and rejecting',
    inRounds(async () => {
      const booking = await booked();
      const answers = await race({
        accept: racing.step(booking, 'accepted'),
        reject: racing.step(booking, 'rejected'),
      });
      const after = await racing.steps.readBooking(racing.customer, booking.id);
      const { ride } = await agreement(booking.ride_request_id);
      const outcome = [tally(answers.accept), tally(answers.reject), after.status, ride.status];
      expect([
        [{ 200: 10 }, { 409: 10 }, 'accepted', 'booked'],
        [{ 409: 10 }, { 200: 10 }, 'rejected', 'open'],
      ]).toContainEqual(outcome);
      if (after.status === 'accepted') await racing.steps.cancel(racing.customer, booking);
    }),
    LONG,
  );

  test(
    'starting and cancelling',
    inRounds(async () => {
      const booking = await driven('accepted');
      const answers = await race({
        start: racing.step(booking, 'in_progress'),
        cancel: racing.cancel(booking, racing.driver),
      });
      expect(tally(answers.cancel)).toEqual({ 200: 10 });
      const startedFirst = answers.start.includes(200);
      const after = await racing.steps.readBooking(racing.customer, booking.id);
      expect({ status: after.status, started: after.started_at !== null }).toEqual({
        status: 'cancelled',
        started: startedFirst,
      });
      const { ride } = await agreement(booking.ride_request_id);
      expect(ride.status).toBe(startedFirst ? 'cancelled' : 'open');
    }),
    LONG,
  );

  test(
    'completing and cancelling',
    inRounds(async () => {
      const booking = await driven('in_progress');
      const answers = await race({
        complete: racing.step(booking, 'completed'),
        cancel: racing.cancel(booking, racing.customer),
      });
      const after = await racing.steps.readBooking(racing.customer, booking.id);
      const { ride } = await agreement(booking.ride_request_id);
      const settlement = await racing.app.request('PUT', `/admin/settlements/${booking.id}`, {
        token: racing.admin.token,
        body: { settlement_status: 'paid', payment_method: 'x', payment_reference: 'x' },
      });
      const outcome = [tally(answers.complete), tally(answers.cancel), after.status, ride.status, settlement.status];
      expect([
        [{ 200: 10 }, { 409: 10 }, 'completed', 'completed', 200],
        [{ 409: 10 }, { 200: 10 }, 'cancelled', 'cancelled', 404],
      ]).toContainEqual(outcome);
    }),
    LONG,
  );

  test(
    'marking a payment and cancelling',
    inRounds(async () => {
      const booking = await booked({ book: { payment_method: 'upi' } });
      const mark = () =>
        racing.app.request('PUT', `/bookings/${booking.id}/payment`, {
          token: racing.driver.token,
          body: { payment_status: 'completed' },
        });
      const answers = await race({ mark, cancel: racing.cancel(booking, racing.customer) });
      const after = await racing.steps.readBooking(racing.customer, booking.id);
      const markedFirst = answers.mark.includes(200);
      expect([after.status, after.payment_status, after.refund_status]).toEqual(
        markedFirst ? ['cancelled', 'completed', 'due'] : ['cancelled', 'pending', null],
      );
    }),
    LONG,
  );
});
