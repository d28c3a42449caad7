import { type Document, ENDED, type Guard, type Known, type State, type Writer } from './counter-offer.state';
import type { Move } from './explore';

/*
 * The protocol of a counter-offer (docs/decisions/0023) and of the asked price (0026) as a model: one request
 * with one quote, and everybody who may write to it. A write is what the server does: read the document, check it, and
 * then change it by one conditional update, whose filter sees the document as it is by then. Any other step may come
 * between the read and the update.
 */

/** Ticks: a counter-offer holds for two of them, the quote for three. */
const COUNTER_TICKS = 2;
const QUOTE_ENDS = 3;
const LAST_TICK = 4;
const PRICE = 100;
const COUNTER_PRICES = { counter: 80, 'counter again': 70 } as const;
/** Lower than the first counter-offer, to which a late yes would raise the price. */
const NEW_PRICE = 75;
/** `raise` is lower than the first counter-offer, too: once the driver quotes it, a late yes must not raise the quote. */
const ASKED_PRICES = { raise: 78, 'raise again': 90 } as const;

export type WriterName = keyof ReturnType<typeof writersWithout>;

/** Every writer, without the guard `omitted`; with every guard if that is null. */
function writersWithout(omitted: Guard | null) {
  const has = (guard: Guard, condition: boolean) => guard === omitted || condition;
  const isFree = ({ request, quote }: Document) => request === 'open' && quote === 'active';

  const choose: Writer = {
    looks: 'price',
    may: (read, now, { seen }) =>
      has('choose: the request and the quote are free', isFree(read)) &&
      read.ends > now &&
      has('choose: the price that the customer confirmed', read.price === seen),
    write({ document, now, bookings }, { read, at, seen }) {
      if (!read || at === undefined) return null;
      if (!has('choose: the version that was read', document.version === read.version)) return null;
      if (!has('choose: the request and the quote are free', isFree(document))) return null;
      if (!has('choose: the quote has not run out', document.ends > now)) return null;
      // The server books at the price that it has read, and leaves the stored price of the quote unchanged.
      const isRight = read.price === seen && document.price === read.price;
      const wrong = document.ends <= now ? 'a quote that has run out is booked' : null;
      return {
        document: { ...document, request: 'booked', quote: 'accepted', version: document.version + 1 },
        bookings: bookings + 1,
        broken: isRight ? wrong : 'the booked price is not the one that the customer confirmed',
      };
    },
  };

  const counter = (price: number): Writer => ({
    may: (read, now) =>
      isFree(read) && read.ends > now && read.price > price && has('counter: the first one', read.counter === null),
    write({ document, now, counters }, { read }) {
      if (!has('counter: the request is open', isFree(document))) return null;
      if (!has('counter: the version that was read', document.version === read?.version)) return null;
      const end = now + COUNTER_TICKS;
      const until = omitted === 'counter: ends with its quote at the latest' ? end : Math.min(end, document.ends);
      return {
        document: { ...document, version: document.version + 1, counter: { price, until, answer: null } },
        counters: counters + 1,
        broken: isFree(document) ? null : 'a counter-offer on a request or a quote that has ended',
      };
    },
  });

  const answer = (given: 'yes' | 'keep'): Writer => ({
    may: (read, now) =>
      (isFree(read) || omitted === 'answer: the quote is active') &&
      read.counter !== null &&
      has('answer: none was given', read.counter.answer === null) &&
      has('answer: within its time', read.counter.until > now),
    write({ document, now, yeses }, { read }) {
      const asked = document.counter;
      if (!asked || !read?.counter) return null;
      if (!has('answer: the quote is active', isFree(document))) return null;
      // Another guard would refuse the same writes: it is left out together with the omitted one.
      const anyVersion = omitted === 'answer: the version that was read' || omitted === 'answer: the quote is active';
      if (!anyVersion && document.version !== read.version) return null;
      if (!has('answer: none was given', asked.answer === null) && omitted !== 'answer: the version that was read')
        return null;
      if (!has('answer: within its time', asked.until > now)) return null;
      const price = given === 'yes' ? read.counter.price : document.price;
      return {
        document: { ...document, price, version: document.version + 1, counter: { ...asked, answer: given } },
        yeses: yeses + (given === 'yes' ? 1 : 0),
        broken: price > document.price ? 'a yes raises the price' : wrongAnswer(document, now),
      };
    },
  });

  /** Quotes again at this price; does not quote for null. */
  const again = (priceOf: (known: Known) => number | null): Omit<Writer, 'looks'> => ({
    may: (read, _now, known) => read.request === 'open' && read.quote !== 'accepted' && priceOf(known) !== null,
    write({ document, now }, known) {
      const { read, at } = known;
      const price = priceOf(known);
      if (price === null || at === undefined || document.request !== 'open' || document.version !== read?.version)
        return null;
      const { counter } = document;
      // The server decides by the time at which it has read the quote.
      const isOver = counter !== null && counter.until <= at;
      const pending =
        counter?.answer === null &&
        omitted !== 'quote again: closes the counter-offer' &&
        has('quote again: answers only within the time', !isOver);
      const closed = counter && pending ? { ...counter, answer: 'keep' as const } : counter;
      const offered = { price, quote: 'active' as const, ends: now + QUOTE_ENDS, counter: closed };
      return {
        document: { ...document, ...offered, version: document.version + 1 },
        broken: pending && isOver ? 'an answer counts after its time' : null,
      };
    },
  });

  /** Names the asked price, or raises it. It leaves the quote and its version as they are. */
  const raise = (price: number): Writer => {
    const isHigher = ({ asked }: Document) => asked === null || asked < price;
    return {
      may: (read) => read.request === 'open',
      write({ document }) {
        if (!has('raise: the request is open', document.request === 'open')) return null;
        if (!has('raise: higher than before', isHigher(document))) return null;
        const ended = document.request === 'open' ? null : 'a raise on a request that has ended';
        return {
          document: { ...document, asked: price },
          broken: isHigher(document) ? ended : 'a raise lowers the price',
        };
      },
    };
  };

  const withdraw: Writer = {
    may: () => true,
    write: ({ document }) =>
      isFree(document) ? { document: { ...document, quote: 'withdrawn', version: document.version + 1 } } : null,
  };
  const cancel: Writer = {
    may: () => true,
    write: ({ document }) => (document.request === 'open' ? { document: { ...document, request: 'cancelled' } } : null),
  };
  const expire: Writer = {
    may: (read, now) => isFree(read) && read.ends <= now,
    write: ({ document }, { read }) =>
      isFree(document) && document.version === read?.version
        ? { document: { ...document, quote: 'expired', version: document.version + 1 } }
        : null,
  };
  return {
    choose,
    'choose in another process': choose,
    counter: counter(COUNTER_PRICES.counter),
    'counter again': counter(COUNTER_PRICES['counter again']),
    yes: answer('yes'),
    'yes in another process': answer('yes'),
    keep: answer('keep'),
    'quote again': again(() => NEW_PRICE),
    'quote the asked price': { ...again(({ seen }) => seen ?? null), looks: 'asked' } as const,
    raise: raise(ASKED_PRICES.raise),
    'raise again': raise(ASKED_PRICES['raise again']),
    withdraw,
    cancel,
    expire,
  };
}

function wrongAnswer({ request, quote, ends, counter }: Document, now: number): string | null {
  if (request !== 'open' || quote !== 'active') return 'an answer counts on a request or a quote that has ended';
  if (!counter || counter.answer !== null) return 'a counter-offer is answered twice';
  return now >= counter.until || now >= ends ? 'an answer counts after its time' : null;
}

/** The state before any step of these writers. */
export function startOf(names: readonly WriterName[]): State {
  return {
    now: 0,
    document: {
      request: 'open',
      quote: 'active',
      version: 1,
      price: PRICE,
      ends: QUOTE_ENDS,
      counter: null,
      asked: null,
    },
    writers: Object.fromEntries(names.map((name) => [name, { step: 0 }])),
    bookings: 0,
    counters: 0,
    yeses: 0,
    broken: null,
  };
}

/** Every step that is possible in a state: the next one of each writer, and the clock's. */
export function movesWithout(omitted: Guard | null): (state: State) => Move<State>[] {
  const writers: Readonly<Record<string, Writer>> = writersWithout(omitted);
  return (state) => {
    const ticked = state.now < LAST_TICK ? [{ name: 'tick', state: { ...state, now: state.now + 1 } }] : [];
    return [
      ...ticked,
      ...Object.entries(state.writers).flatMap(([name, known]) => {
        const writer = writers[name];
        return writer && known.step !== ENDED ? [moveOf(state, { name, writer })] : [];
      }),
    ];
  };
}

function moveOf(state: State, { name, writer }: { name: string; writer: Writer }): Move<State> {
  const { step, ...known } = state.writers[name] ?? { step: ENDED };
  const to = (next: { step: number } & Known, change: Partial<State> = {}): State => ({
    ...state,
    ...change,
    writers: { ...state.writers, [name]: next },
  });
  if (step === 0 && writer.looks) {
    return { name: `${name}: looks`, state: to({ step: 1, seen: state.document[writer.looks] }) };
  }
  if (step < 2) {
    const continues = writer.may(state.document, state.now, known);
    const next = continues ? { ...known, step: 2, read: state.document, at: state.now } : { step: ENDED };
    return { name: `${name}: reads`, state: to(next) };
  }
  return { name: `${name}: writes`, state: to({ step: ENDED }, writer.write(state, known) ?? {}) };
}

/** The invariant that a state breaks, or null. */
export function violationOf({ bookings, counters, yeses, broken, document }: State): string | null {
  if (broken) return broken;
  if (bookings > 1) return 'two bookings';
  if (counters > 1) return 'two counter-offers on one quote';
  if (yeses > 1) return 'a price was lowered twice';
  if (document.request === 'cancelled' && document.quote === 'accepted') return 'a cancelled request is booked';
  return document.request === 'booked' && bookings === 0 ? 'booked without a choice of the customer' : null;
}
