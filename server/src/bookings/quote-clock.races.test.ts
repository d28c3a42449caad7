import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { describe, expect, test } from '@jest/globals';
import { expireQuotes } from '../rides/quotes.service';
import { RideModel } from '../rides/rides.model';
import { race, tally } from '../testing/races';
import { agreement, inRounds, LONG, setUpRacing } from '../testing/racing';

const racing = setUpRacing();

/** A new request with a quote that runs out within 25 ms, earlier or later than the calls of the race. */
async function endingSoon(): Promise<{ ride: RideRequest; quote: Quote }> {
  const ride = await racing.steps.ride(racing.customer);
  const quote = await racing.steps.quote(racing.driver, ride, 100);
  const end = new Date(Date.now() + Math.random() * 25);
  await RideModel.updateOne({ _id: ride.id }, { $set: { 'quotes.0.expires_at': end } });
  return { ride, quote };
}

/** The scheduler's job as one of the contenders. */
const expire = async () => {
  await expireQuotes();
  return { status: 200, body: null, headers: new Headers() };
};

/** Makes the quote on a request run out if it is still active, and expires it. */
async function letRunOut(rideId: string): Promise<void> {
  await RideModel.updateOne(
    { _id: rideId, 'quotes.status': 'active' },
    { $set: { 'quotes.0.expires_at': new Date(0) } },
  );
  await expireQuotes();
}

describe('concurrent calls at the end of the clock of a quote have one outcome:', () => {
  test(
    'the quote is booked once, or it expires',
    inRounds(async () => {
      const { ride, quote } = await endingSoon();
      const answers = await race({ expire, book: racing.book(quote) });
      await letRunOut(ride.id);
      const { ride: after, bookings } = await agreement(ride.id);
      expect([
        [{ 201: 1, 409: 9 }, 'booked', 'accepted', 1],
        [{ 409: 10 }, 'open', 'expired', 0],
      ]).toContainEqual([tally(answers.book), after.status, after.quotes[0]?.status, bookings.length]);
    }),
    LONG,
  );

  test(
    'the quote is booked once, or a renewal leaves it active',
    inRounds(async () => {
      const { ride, quote } = await endingSoon();
      const answers = await race({ renew: racing.offer(ride, 100), book: racing.book(quote), expire }, 7);
      const { ride: after, bookings } = await agreement(ride.id);
      const [stored] = after.quotes;
      const booked = tally(answers.book)[201] ?? 0;
      expect(booked).toBe(bookings.length);
      expect(booked).toBeLessThanOrEqual(1);
      expect([after.status, stored?.status]).toEqual(booked === 1 ? ['booked', 'accepted'] : ['open', 'active']);
      // Each renewal that succeeded has changed the version once; so has the expiry, if it came before one of them.
      const renewals = tally(answers.renew)[200] ?? 0;
      const changes = (stored?.version ?? 0) - 1 - booked;
      expect([renewals, renewals + 1]).toContain(changes);
      expect(after.quotes).toHaveLength(1);
    }),
    LONG,
  );

  test(
    'the quote is withdrawn or expires, and the request does not count it any more',
    inRounds(async () => {
      const { ride, quote } = await endingSoon();
      const answers = await race({ withdraw: racing.withdraw(quote), expire });
      await letRunOut(ride.id);
      const { ride: after } = await agreement(ride.id);
      expect(after.quote_count).toBe(0);
      expect([
        [{ 200: 10 }, 'withdrawn', 2],
        [{ 409: 10 }, 'expired', 2],
      ]).toContainEqual([tally(answers.withdraw), after.quotes[0]?.status, after.quotes[0]?.version]);
    }),
    LONG,
  );
});
