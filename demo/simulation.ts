import { register } from '@boli/shared/auth/auth.endpoints';
import type { Role } from '@boli/shared/auth/auth.schema';
import { listBookings } from '@boli/shared/bookings/bookings.endpoints';
import { createProfile } from '@boli/shared/drivers/drivers.endpoints';
import { CallFailed, openApi } from './api';
import { liveCustomer } from './customer';
import { liveDriver } from './driver';
import { openLink } from './link';
import { pause } from './pause';
import { profileForm } from './pictures';
import { type Figures, openReport, type Report } from './report';
import type { Person, Simulation, SimulationOptions } from './stage';
import { carOf, personName, type Trip, tripNumber } from './town';
import type { TrackPoint } from './track';

const REGISTER_AT_ONCE = 4;

/** Lives the town over the public API until the time is over, and reports. Throws only when it cannot begin. */
export async function simulate(options: SimulationOptions): Promise<Figures> {
  const report = openReport();
  const api = openApi(options.url, report.called);
  let phase: 'living' | 'ending' | 'over' = 'living';
  let trips = Math.floor(Math.random() * 1_000);
  const simulation: Simulation = {
    options,
    api,
    report,
    isEnding: () => phase !== 'living',
    isOver: () => phase === 'over',
    nextTrip: () => (options.track ? tripAlong(options.track) : tripNumber(trips++)),
    think: () => pause(options.thinkSeconds * (0.3 + Math.random() * 1.4)),
    sentAt: new Map(),
  };
  const drivers = await people(simulation, 'driver', options.drivers);
  const customers = await people(simulation, 'customer', options.customers);
  const timer = setTimeout(() => {
    phase = 'ending';
  }, options.seconds * 1_000);
  const driving = drivers.map((person) => guarded(report, () => liveDriver(simulation, person)));
  await Promise.all(customers.map((person) => guarded(report, () => liveCustomer(simulation, person))));
  phase = 'over';
  clearTimeout(timer);
  await Promise.all(driving);
  await Promise.all([...drivers, ...customers].map((person) => guarded(report, () => checkHeld(simulation, person))));
  for (const { link } of [...drivers, ...customers]) link.close();
  return report.figures();
}

async function guarded(report: Report, live: () => Promise<void>): Promise<void> {
  try {
    await live();
  } catch (error) {
    // No answer and 5xx are counted with the call itself.
    const isCounted = error instanceof CallFailed && (error.status === 0 || error.status >= 500);
    if (!isCounted) report.fault(error instanceof Error ? error.message : String(error));
  }
}

function tripAlong(track: readonly TrackPoint[]): Trip {
  const [first, last] = [track[0], track.at(-1)];
  if (!first || !last) throw new Error('An empty track has no ends.');
  return {
    from: { name: 'Start of the recorded track', ...first },
    to: { name: 'End of the recorded track', ...last },
  };
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
  return { id: user.id, token, name, link: await openLink(options.url, { token, name }, report) };
}

/** What a screen holds at the end must be what a fresh read gives. */
async function checkHeld({ api, report }: Simulation, { token, link }: Person): Promise<void> {
  const rows = await api.call(listBookings, { token, query: { limit: '200' } });
  for (const row of rows) {
    const held = await link.until(row.id, (booking) => booking.version >= row.version, 2_000);
    if (held?.status !== row.status) report.fault('a booking on a screen is not what the server holds');
  }
}
