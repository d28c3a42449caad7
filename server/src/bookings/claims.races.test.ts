import { describe, expect, test } from '@jest/globals';
import { race, rounds, tally } from '../testing/races';
import { agreement, LONG, setUpRacing } from '../testing/racing';

const racing = setUpRacing();

describe('one of many concurrent calls succeeds', () => {
  test(
    'when two quotes of one request are booked',
    async () => {
      for (const _ of rounds) {
        const ride = await racing.steps.ride(racing.customer);
        const [one, two] = [
          await racing.steps.quote(racing.driver, ride, 100),
          await racing.steps.quote(racing.rival, ride, 120),
        ];
        const answers = await race({ one: racing.book(one), two: racing.book(two) });
        expect(tally([...answers.one, ...answers.two])).toEqual({ 201: 1, 409: 19 });
        const { bookings } = await agreement(ride.id);
        expect(bookings).toHaveLength(1);
      }
    },
    LONG,
  );

  test(
    'when one driver starts twenty rides',
    async () => {
      const accepted = async () =>
        racing.steps.drive(
          racing.driver,
          await racing.steps.booked(await racing.app.register('customer'), racing.driver),
          'accepted',
        );
      const waiting = await Promise.all(Array.from({ length: 20 }, accepted));
      for (const _ of rounds) {
        const answers = await Promise.all(waiting.map((booking) => racing.step(booking, 'in_progress')()));
        expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 1, 409: 19 });
        const winner = answers.findIndex((answer) => answer.status === 200);
        const [started] = waiting.splice(winner, 1);
        if (started) await racing.steps.step(racing.driver, started, 'completed');
        waiting.push(await accepted());
      }
    },
    LONG,
  );

  test(
    'when one customer starts rides with four drivers',
    async () => {
      const drivers = await Promise.all([1, 2, 3, 4].map(() => racing.app.registerDriver()));
      for (const _ of rounds.slice(0, Math.ceil(rounds.length / 2))) {
        const own = await racing.app.register('customer');
        const accepted = await Promise.all(
          drivers.map(async (one) => ({
            one,
            booking: await racing.steps.drive(one, await racing.steps.booked(own, one), 'accepted'),
          })),
        );
        const answers = await Promise.all(
          accepted.map(({ one, booking }) => racing.step(booking, 'in_progress', one)()),
        );
        expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 1, 409: 3 });
        for (const { one, booking } of accepted) await racing.steps.cancel(one, booking);
      }
    },
    LONG,
  );

  test(
    'in creating the quote when one driver quotes eight times; the others change that quote',
    async () => {
      for (const _ of rounds) {
        const ride = await racing.steps.ride(racing.customer);
        const quote = racing.offer(ride, 10);
        const answers = await race({ quote }, 8);
        expect(tally(answers.quote)).toEqual({ 200: 7, 201: 1 });
        const { ride: after } = await agreement(ride.id);
        expect(after.quotes).toHaveLength(1);
      }
    },
    LONG,
  );
});
