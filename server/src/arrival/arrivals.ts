import type { ArrivalRoute, Eta, LegEnd } from '@boli/shared/arrival/arrival.schema';
import type { BookingStatus } from '@boli/shared/bookings/bookings.state';
import { isTracked } from '@boli/shared/bookings/bookings.state';
import { ARRIVED_WITHIN_M, STALE_FIX_MS } from '@boli/shared/core/constants';
import { distanceKm } from '@boli/shared/core/distance';
import { shownMinutes } from '@boli/shared/geo/shown-minutes';
import type { TrafficRoute } from '../geo/roads.service';
import { advance, type CarFix, estimate, follow, type Leg, newLeg } from './leg';
import { ratioOf } from './pace';
import type { ArrivalPorts, Arrivals, Plan } from './ports';
import { outcomeOf } from './promise';
import { mayAsk } from './reroute';

/** A booking whose driver has sent a position. */
interface Arrival {
  readonly bookingId: string;
  plan: Plan | null;
  leg: Leg | null;
  fix: CarFix;
  /** The version of the last line. */
  version: number;
  /** The last shown minutes, and when they were sent, by the monotonic clock. */
  shown: string | null;
  shownAt: number;
  /** Whether changed minutes wait until they may be sent. */
  isHeldBack: boolean;
  legBeganAt: number;
}

const ETA_EVERY_MS = 15_000;
/** The maximum number of concurrent calls to the router; beyond it a leg tries again at its next position. */
const ASKING = 4;
const MAX_ARRIVALS = 5_000;
/** An arrival without a position for this long is forgotten: another process has ended its booking. */
const IDLE_MS = 10 * 60_000;
/** A leg whose first position comes this long after its start was joined on the way, as after a restart. */
const JOINED_AFTER_MS = 60_000;
/** A leg that ends by a change of status was driven to its end if the driver was at most this near to it. */
const NEAR_END_KM = 0.3;

const endOf = (status: BookingStatus): LegEnd => (status === 'in_progress' ? 'drop' : 'pickup');

/** Keeps, for each booking under way, the line that its driver follows and when the driver arrives. */
export function createArrivals(ports: ArrivalPorts): Arrivals {
  const arrivals = new Map<string, Arrival>();
  let asking = 0;

  function begin(bookingId: string, fix: CarFix): void {
    makeRoom(fix.steadyAt);
    const arrival: Arrival = {
      bookingId,
      plan: null,
      leg: null,
      fix,
      version: 0,
      shown: null,
      shownAt: Number.NEGATIVE_INFINITY,
      isHeldBack: false,
      legBeganAt: fix.at,
    };
    arrivals.set(bookingId, arrival);
    ports.plan(bookingId).then(
      (plan) => {
        if (arrivals.get(bookingId) !== arrival) return;
        if (!plan || !isTracked(plan.status)) return void arrivals.delete(bookingId);
        take(arrival, plan);
        noteAtPickup(arrival);
      },
      (error: unknown) => {
        // The next position loads the plan again.
        arrivals.delete(bookingId);
        ports.failed(error);
      },
    );
  }

  const isStale = ({ fix }: Pick<Leg, 'fix'>) => ports.now().steady - fix.steadyAt > STALE_FIX_MS;

  function makeRoom(now: number): void {
    for (const [bookingId, { fix }] of arrivals) {
      if (arrivals.size < MAX_ARRIVALS && now - fix.steadyAt <= IDLE_MS) return;
      arrivals.delete(bookingId);
    }
  }

  /** Keeps the newer one of two plans and starts its leg. */
  function take(arrival: Arrival, plan: Plan): void {
    if (arrival.plan && arrival.plan.version > plan.version) return;
    arrival.plan = plan;
    const to = endOf(plan.status);
    if (arrival.leg?.to === to) return;
    if (arrival.leg) end(arrival, arrival.leg);
    const { bookingId, fix } = arrival;
    const target = to === 'drop' ? plan.drop : plan.pickup;
    arrival.leg = newLeg({ bookingId, to, target, fix, isWhole: fix.at - plan.since <= JOINED_AFTER_MS });
    arrival.legBeganAt = arrival.fix.at;
    if (!isStale(arrival.leg)) proceed(arrival, arrival.leg, true);
  }

  /** A live position may show that the driver is at the pickup. */
  function noteAtPickup(arrival: Arrival): void {
    const { bookingId, plan, fix } = arrival;
    if (plan?.status !== 'accepted' || plan.hasArrived || isStale(arrival)) return;
    if (distanceKm(fix, plan.pickup) * 1_000 <= ARRIVED_WITHIN_M) ports.arrived(bookingId);
  }

  /**
   * Updates the leg from a new position: by its line or, if the driver is not on a line, by a new route or an estimate.
   */
  function proceed(arrival: Arrival, leg: Leg, needsRoute: boolean): void {
    if (needsRoute) {
      ask(arrival, leg);
      // The router's answer arrives soon and contains the line and the minutes.
      const awaitsLine = leg.isAsking && (leg.followed !== null || !leg.isAnswered);
      if (!awaitsLine) estimate(leg);
    }
    emitEta(arrival, leg);
  }

  function ask(arrival: Arrival, leg: Leg): void {
    const { steady } = ports.now();
    if (leg.isAsking || !mayAsk(leg.asked, leg.fix.steadyAt, steady)) return;
    if (asking >= ASKING) return;
    asking += 1;
    leg.isAsking = true;
    leg.asked = { ...leg.asked, at: steady, routes: leg.asked.routes + 1 };
    ports
      .route(leg.fix, leg.target)
      .then((route) => answered(arrival, leg, route))
      .catch(ports.failed)
      .finally(() => {
        asking -= 1;
        leg.isAsking = false;
      });
  }

  function answered(arrival: Arrival, leg: Leg, route: TrafficRoute): void {
    if (arrivals.get(arrival.bookingId) !== arrival || arrival.leg !== leg) return;
    if (!follow(leg, route) || !leg.eta) return;
    const { wall, steady } = ports.now();
    arrival.version = Math.max(arrival.version + 1, wall);
    show(arrival, leg, leg.eta, steady);
    ports.pushRoute(shownRoute(arrival, leg, leg.eta));
  }

  function emitEta(arrival: Arrival, leg: Leg): void {
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
      if (arrivals.get(arrival.bookingId) === arrival && leg && !isStale(leg)) emitEta(arrival, leg);
    });
  }

  function end(arrival: Arrival, leg: Leg): void {
    if (!leg.prediction) return;
    const isNear = distanceKm(leg.fix, leg.target) <= NEAR_END_KM;
    const reachedAt = leg.reachedAt ?? (isNear ? ports.now().wall : null);
    leg.reachedAt = reachedAt;
    if (reachedAt !== null) ports.keepOutcome(outcomeOf(leg.prediction, reachedAt));
    arrival.leg = null;
  }

  function keepTime({ bookingId, legBeganAt }: Arrival, leg: Leg, plan: Plan): void {
    const { wholeFree, pace, to } = leg;
    if (to !== 'drop' || plan.status !== 'completed' || !plan.isPlausible || wholeFree === null) return;
    const ratio = ratioOf(pace, wholeFree);
    if (ratio === null || leg.reachedAt === null || !leg.isWhole) return;
    ports.keepRideTime({ bookingId, driverId: plan.driverId, at: legBeganAt, place: leg.target, ratio });
  }

  /** The leg whose minutes are current: of this status, and at most 30 seconds old. */
  function current(bookingId: string, status: BookingStatus): { arrival: Arrival; leg: Leg; eta: Eta } | null {
    const arrival = arrivals.get(bookingId);
    const leg = arrival?.leg;
    if (!arrival || !leg?.eta || !isTracked(status) || leg.to !== endOf(status)) return null;
    return isStale(leg) ? null : { arrival, leg, eta: leg.eta };
  }

  return {
    moved(bookingId, fix) {
      const arrival = arrivals.get(bookingId);
      if (!arrival) return begin(bookingId, fix);
      arrival.fix = fix;
      // The map's order is that of the last position: the first entry is the oldest.
      arrivals.delete(bookingId);
      arrivals.set(bookingId, arrival);
      noteAtPickup(arrival);
      const { leg } = arrival;
      if (!leg) return;
      proceed(arrival, leg, advance(leg, fix));
    },
    changed(bookingId, plan) {
      const arrival = arrivals.get(bookingId);
      if (!arrival) return;
      if (isTracked(plan.status)) return take(arrival, plan);
      const { leg } = arrival;
      arrivals.delete(bookingId);
      if (!leg || plan.status !== 'completed') return;
      end(arrival, leg);
      keepTime(arrival, leg, plan);
    },
    eta: (bookingId, status) => current(bookingId, status)?.eta ?? null,
    route(bookingId, status) {
      const found = current(bookingId, status);
      return found && shownRoute(found.arrival, found.leg, found.eta);
    },
    forgetAll: () => arrivals.clear(),
    get size() {
      return arrivals.size;
    },
  };
}

/** The text that a screen shows for an eta; an unchanged one is not sent again. */
const wordsOf = ({ to, seconds, source }: Eta) => `${to} ${shownMinutes(seconds, source)} ${source}`;

/** Records what is shown from now on; the first minutes that a leg shows are its prediction. */
function show(arrival: Arrival, leg: Leg, eta: Eta, now: number): void {
  if (leg.isWhole) leg.prediction ??= { ...eta, bookingId: leg.bookingId, at: leg.fix.at };
  arrival.shown = wordsOf(eta);
  arrival.shownAt = now;
}

function shownRoute({ bookingId, version }: Arrival, { to, followed }: Leg, eta: Eta): ArrivalRoute {
  return { booking_id: bookingId, version, to, shape: followed?.shape ?? null, eta };
}
