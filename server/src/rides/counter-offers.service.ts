import { toPaise } from '@boli/shared/core/money';
import type { CounterAnswer } from '@boli/shared/rides/quotes.state';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, Invalid, NotFound } from '../core/errors';
import { domainEvents } from '../domain-events';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { checkMayOffer } from '../drivers/drivers.policy';
import { profiles } from '../drivers/drivers.repository';
import { counterOffers } from './counter-offers.repository';
import { checkCounterPrice } from './price-band';
import { checkOpen, notActive } from './quotes.policy';
import { type QuoteOnRide, reconcileQuote } from './quotes.reconcile';
import type { CounterRecord, QuoteRecord, RideDocument } from './rides.model';
import { asOf, ownQuote } from './rides.policy';
import { rides } from './rides.repository';

/** A quote with its counter-offer; with the profile of its driver if that was read. */
type Countered = QuoteOnRide & { readonly profile?: DriverProfileDocument };

const MAX_TRIES = 8;
/** How long (ms) the driver may take to answer. */
const ANSWER_WITHIN_MS = 60_000;

/** Returns a quote that can be chosen, with its open request. Throws 409 if the request or the quote has ended. */
function checkChoosable(read: RideDocument, quoteId: string, now: Date): QuoteOnRide & { quote: QuoteRecord } {
  const ride = checkOpen(asOf(read, now));
  const quote = quoteIn(ride, quoteId);
  if (quote.status === 'expired') throw new Conflict('quotes.expired');
  if (quote.status !== 'active') throw notActive(quote.status);
  return { ride, quote };
}

function quoteIn(ride: RideDocument, id: string): QuoteRecord {
  const quote = ride.quotes.find(({ _id }) => _id === id);
  if (!quote) throw new NotFound();
  return quote;
}

/**
 * Emits the quote, also for a repeated call: the process may have died before the event of the first call. The request
 * is not emitted: a push to all drivers without a visible change would reveal that somebody bargains.
 */
function emitted(ride: RideDocument, quoteId: string, profile?: DriverProfileDocument): Countered {
  const current = { ride, quote: quoteIn(ride, quoteId), ...(profile && { profile }) };
  domainEvents.emit('quote.changed', { ...current, change: 'updated' });
  return current;
}

/**
 * Asks for a lower price (rupees) on a quote, for its customer; repeating the same price gives the same answer. Throws
 * 400 for a price that is not lower or that the law does not allow, 404 for a quote on the request of others, 409 when
 * the request or the quote has ended, or another price was asked before.
 */
export async function ask(actor: Actor, quoteId: string, price: number): Promise<QuoteOnRide> {
  const paise = toPaise(price);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const read = await rides.byQuote(quoteId);
    if (!read || read.customer_id !== actor.id) throw new NotFound();
    const { counter } = quoteIn(read, quoteId);
    if (counter?.price_paise === paise) return emitted(asOf(read, clock.now()), quoteId);
    const now = clock.now();
    const { ride, quote } = checkChoosable(read, quoteId, now);
    if (counter) throw new Conflict('quotes.countered');
    if (paise >= quote.price_paise) throw new Invalid('quotes.counter_lower', undefined, 'price');
    checkCounterPrice(paise, quote, ride);
    const asked = { price_paise: paise, expires_at: answerBy(ride, quote, now), answer: null };
    const written = await counterOffers.ask({ rideId: ride._id, quote }, asked, now);
    if (!written) continue;
    const countered = emitted(written, quoteId);
    reconcileQuote(countered);
    return countered;
  }
  throw new Conflict('common.changed_meanwhile');
}

/** A minute from `now`, at most the end of the quote and of the request. */
function answerBy(ride: RideDocument, quote: QuoteRecord, now: Date): Date {
  const ends = [now.getTime() + ANSWER_WITHIN_MS, ride.expires_at.getTime(), quote.expires_at?.getTime()];
  return new Date(Math.min(...ends.filter((end) => end !== undefined)));
}

/**
 * Answers the counter-offer on the caller's quote: `yes` sets the quote to the counter-offer's price, `keep` keeps the
 * quote's price; neither makes a booking. Repeating an answer gives the same result. Throws 403 for a driver who may not
 * quote, 404 for a quote of others, 409 when there is no counter-offer, when it has another answer or is past its time,
 * or when the quote or the request has ended.
 */
export async function answer(actor: Actor, quoteId: string, given: CounterAnswer): Promise<Countered> {
  const profile = checkMayOffer(await profiles.byUser(actor.id));
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const read = await rides.byQuote(quoteId);
    const mine = read && ownQuote(read, actor.id);
    if (!read || mine?._id !== quoteId) throw new NotFound();
    if (mine.counter?.answer === given) return emitted(asOf(read, clock.now()), quoteId, profile);
    const now = clock.now();
    checkPending(mine.counter ?? null);
    const { ride, quote } = checkChoosable(read, quoteId, now);
    if (mine.counter && mine.counter.expires_at <= now) throw new Conflict('quotes.counter_over');
    // A process whose clock is ahead may have stored a lower quote, because by its clock the counter-offer was over.
    if (mine.counter && mine.counter.price_paise >= mine.price_paise) throw new Conflict('quotes.counter_over');
    const written = await counterOffers.answer({ rideId: ride._id, quote }, given, now);
    if (!written) continue;
    const answered = emitted(written, quoteId, profile);
    reconcileQuote(answered);
    return answered;
  }
  throw new Conflict('common.changed_meanwhile');
}

function checkPending(counter: CounterRecord | null): void {
  if (!counter) throw new Conflict('quotes.no_counter');
  if (counter.answer) {
    throw new Conflict('quotes.counter_answered', { answer: { key: `quotes.counter_was_${counter.answer}` } });
  }
}
