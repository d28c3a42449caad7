import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { RideModel } from '../rides/rides.model';
import { type CrashableServer, openCrashableServer } from '../testing/crashable-server';
import { runJobs } from '../wiring/scheduler';
import { NotificationModel } from './notifications.model';

let crashable: CrashableServer;

beforeAll(async () => {
  crashable = await openCrashableServer();
});
afterEach(() => crashable.rest());
afterAll(() => crashable.close());

async function people() {
  const { api } = crashable.here;
  const [customer, driver] = await Promise.all([api.register('customer'), api.registerDriver()]);
  return { customer, driver };
}
/** Runs the jobs six seconds later, twice at the same time, as two other processes may do. */
const finishByAnother = async () => {
  clock.setOffset(6_000);
  await Promise.all([runJobs(), runJobs()]);
};
const kindsOf = async (person: { id: string }) =>
  (await NotificationModel.find({ user_id: person.id }).lean()).map((row) => row.kind).sort();

test.each(['step.written', 'bookings.emit_first', 'bookings.emit'])(
  'after a server dies at %s before notifying anybody, the reconciler writes the notifications',
  async (failpoint) => {
    const { customer, driver } = await people();
    const booking = await crashable.here.steps.booked(customer, driver);
    await crashable.dies(failpoint, () => crashable.there.steps.step(driver, booking, 'accepted'));
    expect(await kindsOf(customer)).not.toContain('booking_accepted');
    await finishByAnother();
    expect(await kindsOf(customer)).toEqual(['booking_accepted', 'quote_received']);
    expect(await kindsOf(driver)).toEqual(['booking_requested']);
  },
  180_000,
);

test.each(['quote.written', 'quotes.inbox'])(
  'after a server dies at %s, the customer gets one notification of the quote, and no `follow_up` is left',
  async (failpoint) => {
    const { customer, driver } = await people();
    const ride = await crashable.here.steps.ride(customer);
    const { exit } = await crashable.start(failpoint);
    await crashable.there.steps.quote(driver, ride).catch(() => undefined);
    await exit;
    await finishByAnother();
    expect(await kindsOf(customer)).toEqual(['quote_received']);
    expect(await RideModel.countDocuments({ 'quotes.follow_up': { $exists: true } })).toBe(0);
  },
  180_000,
);

test('after a server dies right after the decision of an admin, the driver still gets the notification', async () => {
  const { driver } = await people();
  const { token } = await crashable.here.api.register('admin');
  await crashable.dies('driver_profiles.rejection', () =>
    crashable.there.api.request('PUT', `/admin/drivers/${driver.id}/verify?status=verified`, { token }),
  );
  expect(await kindsOf(driver)).toEqual([]);
  await finishByAnother();
  expect(await kindsOf(driver)).toEqual(['verification_approved']);
}, 180_000);
