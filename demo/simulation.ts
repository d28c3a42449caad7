import { readConfig } from '@boli/shared/app/app.endpoints';
import { register } from '@boli/shared/auth/auth.endpoints';
import type { Role } from '@boli/shared/auth/auth.schema';
import { distanceKm } from '@boli/shared/core/distance';
import { createProfile } from '@boli/shared/drivers/drivers.endpoints';
import { openAnnouncements } from './announcements';
import { openApi } from './api';
import { placesOf } from './city-places';
import { liveCustomer } from './customer';
import { liveDriver } from './driver';
import { measureEventLoopLag } from './event-loop-lag';
import { guarded } from './guarded';
import { differencesOf } from './held';
import { openLink } from './link';
import { pause } from './pause';
import { profileForm } from './pictures';
import { type Figures, openReport, type Report } from './report';
import { readScreens, resumeOf } from './screens';
import type { Person, Simulation, SimulationOptions } from './stage';
import { carOf, delhi, type Place, personName, type Trip, tripNumber } from './town';
import type { TrackPoint } from './track';
import { openWays } from './ways';

const REGISTER_AT_ONCE = 16;
const ROUND_TRIP_KM = 0.05;
/** How long (ms) the last events may take to arrive, from the end of the simulation on. */
const HELD_WITHIN_MS = 8_000;
/** Events that are sent while a person's screens are read have to arrive within this time (ms) after the read. */
const SINCE_READ_MS = 1_000;
const CHECK_AT_ONCE = 8;
/** Seconds between two checks. */
const CHECK_EVERY = 0.1;
const PROLONGED_BY_MS = 30_000;

/** Simulates the town over the public API for the given time, and reports. Throws only when it cannot start. */
export async function simulate(options: SimulationOptions): Promise<Figures> {
  const report = openReport();
  const api = openApi(options.url, report.called);
  const announcements = openAnnouncements();
  const { city } = await api.call(readConfig);
  let places: readonly Place[] = delhi;
  let phase: 'living' | 'ending' | 'over' = 'living';
  /** The simulated people by id. A reused store has open requests of customers who are not in this map. */
  const everybody = new Map<string, Person>();
  let trips = Math.floor(Math.random() * 1_000);
  const simulation: Simulation = {
    options,
    api,
    report,
    isEnding: () => phase !== 'living',
    isOver: () => phase === 'over',
    nextTrip: () => (options.track ? tripAlong(options.track) : tripNumber(trips++, places)),
    findWay: openWays(api, city?.roads === true, () => report.count('ways by road')),
    think: () => pause(options.thinkSeconds * (0.3 + Math.random() * 1.4)),
    sentAt: new Map(),
    announce: ({ to, ...row }) => announcements.announce({ ...row, to: to.filter((id) => everybody.has(id)) }),
    watchingDrivers: [],
  };
  const drivers = await people(simulation, 'driver', options.drivers);
  const customers = await people(simulation, 'customer', options.customers);
  const [anyCustomer] = customers;
  if (anyCustomer && !options.track) places = await placesOf(api, anyCustomer.token);
  for (const person of [...drivers, ...customers]) everybody.set(person.id, person);
  options.onReady?.();
  const stopMeasuring = measureEventLoopLag(report);
  const ending = endOf(options, report).then(() => {
    phase = 'ending';
  });
  const driving = drivers.map((person) => guarded(report, () => liveDriver(simulation, person)));
  await Promise.all(customers.map((person) => guarded(report, () => liveCustomer(simulation, person))));
  await ending;
  phase = 'over';
  await Promise.all(driving);
  await announcements.check(
    (userId, rowId) => everybody.get(userId)?.link.received(rowId) ?? [],
    report,
    (userId, at) => everybody.get(userId)?.link.wasAway(at) ?? false,
  );
  const customerIds = new Set(customers.map(({ id }) => id));
  await checkAll(simulation, [...everybody.values()], customerIds);
  for (const { link } of everybody.values()) link.close();
  stopMeasuring();
  return report.figures();
}

/** Resolves when the time is over, prolonged if the counts do not suffice. No new ride is started after that. */
async function endOf({ seconds, suffices = () => true }: SimulationOptions, report: Report): Promise<void> {
  await pause(seconds);
  const last = performance.now() + PROLONGED_BY_MS;
  while (!suffices(report.counts()) && performance.now() < last) await pause(CHECK_EVERY);
}

/**
 * A trip from the track's start to its end or, if the track is a round trip, to its farthest point, because pickup and
 * drop have to differ.
 */
function tripAlong(track: readonly TrackPoint[]): Trip {
  const [first, last] = [track[0], track.at(-1)];
  if (!first || !last) throw new Error('An empty track has no ends.');
  const from = { name: 'Start of the recorded track', ...first };
  if (distanceKm(first, last) >= ROUND_TRIP_KM) return { from, to: { name: 'End of the recorded track', ...last } };
  const far = track.reduce((most, point) => (distanceKm(first, point) > distanceKm(first, most) ? point : most), first);
  return { from, to: { name: 'Farthest point of the recorded track', ...far } };
}

async function people(simulation: Simulation, role: Role, count: number): Promise<Person[]> {
  const made: Person[] = [];
  const run = String(Date.now() % 1_000_000_000);
  for (let first = 0; first < count; first += REGISTER_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(REGISTER_AT_ONCE, count - first) }, (_, index) => first + index);
    made.push(...(await Promise.all(numbers.map((number) => person(simulation, { role, number, run })))));
  }
  return made;
}

async function person(
  { api, options, report }: Simulation,
  { role, number, run }: { role: Role; number: number; run: string },
): Promise<Person> {
  const name = personName(role === 'driver' ? number + 70 : number);
  const body = {
    email: `sim-${role}-${number}-${run}@example.org`,
    password: `simulated ${run}`,
    name,
    role,
    phone: '+91 98000 00000',
  };
  const { access_token: token, user } = await api.call(register, { body });
  if (role === 'driver') await api.call(createProfile, { token, form: profileForm(carOf(number)) });
  report.count(`${role}s`);
  const nodes = [options.url].flat();
  const url = nodes[number % nodes.length] ?? '';
  const { restarts = false } = options;
  const resume = resumeOf(api, { token, role });
  const link = await openLink({ url, person: { token, name }, report, resume, restarts });
  return { id: user.id, token, name, role, link };
}

/**
 * Checks the screens of everybody, several at the same time. The last events have to arrive within `HELD_WITHIN_MS` from
 * now, however long the checks take.
 */
async function checkAll(simulation: Simulation, everybody: Person[], customers: ReadonlySet<string>): Promise<void> {
  const until = performance.now() + HELD_WITHIN_MS;
  const work = async () => {
    for (let person = everybody.pop(); person; person = everybody.pop()) {
      const one = person;
      await guarded(simulation.report, () => checkHeld(simulation, one, customers, until));
    }
  };
  await Promise.all(Array.from({ length: CHECK_AT_ONCE }, work));
}

/**
 * Reports where the screens of a person, as made by events, differ from a fresh read. Events may still be on their
 * way: those sent before the read have to arrive by `last`, and those sent during the read within a second after its
 * end.
 */
async function checkHeld(
  { api, report }: Simulation,
  person: Person,
  customers: ReadonlySet<string>,
  last: number,
): Promise<void> {
  const read = await readScreens(api, person);
  const differences = () => differencesOf(person.role, person.link.held, read, customers);
  const until = Math.max(last, performance.now() + SINCE_READ_MS);
  while (differences().length > 0 && performance.now() < until) await pause(CHECK_EVERY);
  report.count('rows stale at the end', differences().length);
  for (const difference of differences()) report.error(difference);
}
