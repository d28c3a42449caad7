import { describe, expect, test } from '@jest/globals';
import { RideModel } from '../rides/rides.model';
import { expireDue } from '../rides/rides.service';
import { race, tally } from '../testing/races';
import { agreement, inRounds, LONG, setUpRacing } from '../testing/racing';

const racing = setUpRacing();

describe('two kinds of concurrent calls have the same result as one kind after the other:', () => {
  test(
    'a booking and the withdrawal of its quote',
    inRounds(async () => {
      const ride = await racing.steps.ride(racing.customer);
      const quote = await racing.steps.quote(racing.driver, ride);
      const answers = await race({ withdraw: racing.withdraw(quote), book: racing.book(quote) });
      const { ride: after, bookings } = await agreement(ride.id);
      const outcome = [tally(answers.withdraw), tally(answers.book), after.status, bookings.length];
      expect([
        [{ 409: 10 }, { 201: 1, 409: 9 }, 'booked', 1],
        [{ 200: 10 }, { 409: 10 }, 'open', 0],
      ]).toContainEqual(outcome);
    }),
    LONG,
  );

  test(
    'a booking and a new price: the booking has the stored price of the quote',
    inRounds(async () => {
      const ride = await racing.steps.ride(racing.customer);
      const quote = await racing.steps.quote(racing.driver, ride, 100);
      const reprice = racing.offer(ride, 130);
      const answers = await race({ reprice, book: racing.book(quote) });
      const { ride: after, bookings } = await agreement(ride.id);
      expect(tally(answers.book)).toEqual({ 201: 1, 409: 9 });
      expect(bookings[0]?.price_paise).toBe(after.quotes[0]?.price_paise);
      expect(answers.reprice.includes(200)).toBe(bookings[0]?.price_paise === 13_000);
    }),
    LONG,
  );

  test(
    'a booking and the cancellation of its request',
    inRounds(async () => {
      const ride = await racing.steps.ride(racing.customer);
      const quote = await racing.steps.quote(racing.driver, ride);
      const drop = () => racing.app.request('DELETE', `/rides/request/${ride.id}`, { token: racing.customer.token });
      const answers = await race({ drop, book: racing.book(quote) });
      const { ride: after, bookings } = await agreement(ride.id);
      const outcome = [tally(answers.drop), tally(answers.book), after.status, bookings.length];
      expect([
        [{ 409: 10 }, { 201: 1, 409: 9 }, 'booked', 1],
        [{ 200: 10 }, { 409: 10 }, 'cancelled', 0],
      ]).toContainEqual(outcome);
    }),
    LONG,
  );

  test(
    'a booking and the expiry of its request',
    inRounds(async () => {
      const ride = await racing.steps.ride(racing.customer);
      const quote = await racing.steps.quote(racing.driver, ride);
      await RideModel.updateOne({ _id: ride.id }, { $set: { expires_at: new Date(Date.now() + Math.random() * 25) } });
      const expire = async () => {
        await expireDue();
        return { status: 200, body: null, headers: new Headers() };
      };
      const answers = await race({ expire, book: racing.book(quote) });
      await RideModel.updateOne({ _id: ride.id, status: 'open' }, { $set: { expires_at: new Date(0) } });
      await expireDue();
      const { ride: after, bookings } = await agreement(ride.id);
      const outcome = [tally(answers.book), after.status, bookings.length];
      expect([
        [{ 201: 1, 409: 9 }, 'booked', 1],
        [{ 409: 10 }, 'expired', 0],
      ]).toContainEqual(outcome);
    }),
    LONG,
  );

  test(
    'a booking and the rejection of its driver: no booking stays live',
    inRounds(async () => {
      const ride = await racing.steps.ride(racing.customer);
      const quote = await racing.steps.quote(racing.driver, ride);
      const answers = await race({ reject: racing.decide('rejected'), book: racing.book(quote) }, 5);
      const { ride: after, bookings, live } = await agreement(ride.id);
      expect(live).toEqual([]);
      expect([after.status, after.quotes[0]?.status]).toEqual(['open', 'withdrawn']);
      expect(bookings.length).toBe(answers.book.filter((status) => status === 201).length);
      expect(bookings.every((booking) => booking.status === 'rejected')).toBe(true);
      await racing.decide('verified')();
    }),
    LONG,
  );

  test(
    'a quote and the rejection of its driver: no quote stays active',
    inRounds(async () => {
      const ride = await racing.steps.ride(racing.customer);
      const quote = racing.offer(ride, 10);
      await race({ reject: racing.decide('rejected'), quote }, 5);
      expect(await racing.steps.quotesOn(racing.customer, ride)).toEqual([]);
      await agreement(ride.id);
      await racing.decide('verified')();
    }),
    LONG,
  );
});
