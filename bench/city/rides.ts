import { readFileSync } from 'node:fs';
import { createArrivals } from '../../server/src/arrival/arrivals';
import type { ArrivalPorts, Plan } from '../../server/src/arrival/ports';
import { roadInTraffic } from '../../server/src/geo/roads.service';
import { configure, readSettings } from '../../server/src/settings';
import { decodePolyline } from '../../shared/src/geo/polyline';

const RIDES = 1_000;
/**
 * The number of different ways, which are driven repeatedly: the cost of a ride does not depend on whether its way was
 * driven before.
 */
const WAYS = 100;
/** Metres per second in a town with traffic. */
const METERS_A_SECOND = 7;
/** The offset of a phone's positions from the car, in degrees (about five metres). */
const NOISE = 0.00005;
const TICKS_A_SECOND = 100;

interface Point {
  lat: number;
  lng: number;
}
export interface Served {
  url: string;
  pid: number;
  /** A point of the city for each number. */
  at: (n: number) => Point;
}

/** The processor time of a process in seconds. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** A phone's positions on a drive along these points, one a second. */
function positions(points: readonly Point[]): Point[] {
  const all: Point[] = [];
  let rest = 0;
  for (const [n, to] of points.entries()) {
    const from = points[n - 1] ?? to;
    const meters = Math.hypot((to.lat - from.lat) * 111_195, (to.lng - from.lng) * 95_500);
    for (; rest < meters; rest += METERS_A_SECOND) {
      const part = rest / meters;
      const [north, east] = [Math.sin(all.length * 1.7) * NOISE, Math.cos(all.length * 2.3) * NOISE];
      all.push({
        lat: from.lat + (to.lat - from.lat) * part + north,
        lng: from.lng + (to.lng - from.lng) * part + east,
      });
    }
    rest -= meters;
  }
  return all;
}

/**
 * The lengths in degrees, in a straight line, of a driver's way to the pickup (about three kilometres by road) and of a
 * ride (about seven).
 */
const COME = 0.018;
const GO = 0.045;
/** Degrees (half a kilometre) between the straight line and the way of a driver who takes a detour. */
const DETOUR = 0.005;

/** The point that is `length` degrees from `from`, in the direction of `aim`. */
function towards(from: Point, aim: Point, length: number): Point {
  const [north, east] = [aim.lat - from.lat, aim.lng - from.lng];
  const share = length / (Math.hypot(north, east) || 1);
  return { lat: from.lat + north * share, lng: from.lng + east * share };
}

/**
 * A driver's positions between two points, one a second: on the router's way or, for every third `n`, with a detour.
 * Empty if there is no road.
 */
async function wayOf(n: number, from: Point, to: Point): Promise<Point[]> {
  const beside = { lat: (from.lat + to.lat) / 2 + DETOUR, lng: (from.lng + to.lng) / 2 };
  const stops = n % 3 === 0 ? [beside, to] : [to];
  const points: Point[] = [];
  for (const stop of stops) {
    const { shape } = await roadInTraffic(points.at(-1) ?? from, stop);
    if (!shape) return [];
    points.push(...decodePolyline(shape));
  }
  return positions(points);
}

/** The positions of the rides in this city, on the ways to the pickup and to the drop. */
async function waysIn(at: Served['at']): Promise<{ come: Point[]; go: Point[] }[]> {
  const ways: { come: Point[]; go: Point[] }[] = [];
  const middle = { lat: (at(0).lat + at(1).lat) / 2, lng: (at(0).lng + at(1).lng) / 2 };
  for (let n = 0; ways.length < WAYS; n++) {
    const begin = at(n);
    const come = await wayOf(n, begin, towards(begin, middle, COME));
    const pickup = come.at(-1);
    const go = pickup ? await wayOf(n + 1, pickup, towards(pickup, at(n + 1), GO)) : [];
    if (come.length > 1 && go.length > 1) ways.push({ come, go });
  }
  return ways;
}

/**
 * Drives a thousand rides, each to the pickup and to the drop, one position a second. Returns the processor seconds of
 * the city's process and this one together, and the numbers of routes and positions.
 */
export async function thousandRides({
  url,
  pid,
  at,
}: Served): Promise<{ seconds: number; routes: number; fixes: number }> {
  configure(readSettings({ ROUTER_URL: url, ROUTER_KIND: 'valhalla' }));
  const ways = await waysIn(at);
  let now = 0;
  let routes = 0;
  let fixes = 0;
  const pending = new Set<Promise<unknown>>();
  const plans = new Map<string, Plan>();
  const ignored = () => {};
  const ports: ArrivalPorts = {
    now: () => ({ wall: now, steady: now }),
    plan: async (id) => plans.get(id) ?? null,
    route(from, to) {
      routes += 1;
      const answer = roadInTraffic(from, to);
      pending.add(answer);
      void answer.finally(() => pending.delete(answer));
      return answer;
    },
    pushRoute: ignored,
    pushEta: ignored,
    arrived: ignored,
    approached: ignored,
    keepOutcome: ignored,
    keepRideTime: ignored,
    failed(error) {
      throw error;
    },
    // Delayed pushes are left out: the next position follows after a second.
    after: ignored,
  };
  const arrivals = createArrivals(ports);
  const drive = async (id: string, way: readonly Point[]) => {
    for (const point of way) {
      now += 1_000;
      fixes += 1;
      arrivals.moved(id, { ...point, at: now, steadyAt: now });
      if (fixes % 60 === 0 || arrivals.eta(id, plans.get(id)?.status ?? 'pending') === null)
        await new Promise(setImmediate);
      while (pending.size > 0) await Promise.all(pending);
    }
  };
  const begun = processorSeconds(pid) + processorSeconds(process.pid);
  for (let n = 0; n < RIDES; n++) {
    const id = `ride ${n}`;
    const { come, go } = ways[n % WAYS] ?? { come: [], go: [] };
    const [pickup, drop] = [come.at(-1), go.at(-1)];
    if (!pickup || !drop) continue;
    const plan: Plan = {
      status: 'accepted',
      version: 1,
      since: now,
      driverId: id,
      pickup,
      drop,
      hasArrived: false,
      isPlausible: true,
    };
    const steps: [Plan, Point[]][] = [
      [plan, come],
      [{ ...plan, status: 'in_progress', version: 2 }, go],
    ];
    for (const [stage, way] of steps) {
      const step = { ...stage, since: now };
      plans.set(id, step);
      arrivals.changed(id, step);
      await drive(id, way);
    }
    arrivals.changed(id, { ...plan, status: 'completed', version: 3 });
  }
  return { seconds: processorSeconds(pid) + processorSeconds(process.pid) - begun, routes, fixes };
}
