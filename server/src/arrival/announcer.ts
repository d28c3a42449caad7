import type { ArrivalRoute, Eta } from '@boli/shared/arrival/arrival.schema';
import { shownMinutes } from '@boli/shared/geo/shown-minutes';
import { type Arrival, type IsKept, isStale } from './arrival';
import type { Leg } from './leg';
import type { ArrivalPorts } from './ports';

const ETA_EVERY_MS = 15_000;

/** Pushes what the people of a booking see: a new line immediately, changed minutes at most every 15 seconds. */
export interface Announcer {
  line(arrival: Arrival, leg: Leg): void;
  minutes(arrival: Arrival, leg: Leg): void;
}

/**
 * Creates the announcer of all arrivals. Minutes that are held back are sent only if their arrival is still kept
 * (`isKept`) when they are due.
 */
export function createAnnouncer(ports: ArrivalPorts, isKept: IsKept): Announcer {
  function line(arrival: Arrival, leg: Leg): void {
    if (!leg.eta) return;
    const { wall, steady } = ports.now();
    arrival.version = Math.max(arrival.version + 1, wall);
    show(arrival, leg, leg.eta, steady);
    ports.pushRoute(shownRoute(arrival, leg, leg.eta));
  }

  function minutes(arrival: Arrival, leg: Leg): void {
    const { steady } = ports.now();
    if (!leg.eta || wordsOf(leg.eta) === arrival.shown) return;
    const wait = arrival.shownAt + ETA_EVERY_MS - steady;
    if (wait > 0) holdBack(arrival, wait);
    else {
      show(arrival, leg, leg.eta, steady);
      ports.pushEta({ booking_id: arrival.bookingId, eta: leg.eta });
    }
  }

  /** Sends changed minutes when they are due, because a driver who stands still may send no further position. */
  function holdBack(arrival: Arrival, ms: number): void {
    if (arrival.isHeldBack) return;
    arrival.isHeldBack = true;
    ports.after(ms, () => {
      arrival.isHeldBack = false;
      const { leg } = arrival;
      if (isKept(arrival) && leg && !isStale(leg, ports.now().steady)) minutes(arrival, leg);
    });
  }

  return { line, minutes };
}

/** What a screen shows of an eta; an eta with the same text is not sent again. */
const wordsOf = ({ to, seconds, source }: Eta) => `${to} ${shownMinutes(seconds, source)} ${source}`;

/** Records the eta that is shown from now on. For a leg observed from its start, the first shown eta is the prediction. */
function show(arrival: Arrival, leg: Leg, eta: Eta, now: number): void {
  if (leg.isWhole) leg.prediction ??= { ...eta, bookingId: leg.bookingId, at: leg.fix.at };
  arrival.shown = wordsOf(eta);
  arrival.shownAt = now;
}

/** The route that people see: the shape of the leg (null without a road) and the eta. */
export function shownRoute({ bookingId, version }: Arrival, { to, followed }: Leg, eta: Eta): ArrivalRoute {
  return { booking_id: bookingId, version, to, shape: followed?.shape ?? null, eta };
}
