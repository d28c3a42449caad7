import type { VerificationItem } from '@boli/shared/admin/admin.schema';
import type { AdminLogEntry } from '@boli/shared/admin-log/admin-log.schema';
import { UNDO_MS } from '@boli/shared/core/constants';
import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { clock } from '../core/clock';
import { DriverProfileModel } from '../drivers/drivers.model';
import { profiles } from '../drivers/drivers.repository';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { race, rounds, tally } from '../testing/races';
import { setUpPeople, setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';

const app = setUpRealtimeApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const connect = socketsOf(app);
const steps = market(app);
const { admin, customer } = setUpPeople({
  admin: () => app.register('admin'),
  customer: () => app.register('customer'),
});
const { driver } = setUpPeopleEach({ driver: () => app.registerDriver() });
afterEach(() => clock.setOffset(0));

const decide = (status: 'verified' | 'rejected', reason?: string) =>
  app.request<DriverProfile>('PUT', `/admin/drivers/${driver.id}/verify?status=${status}`, {
    token: admin.token,
    body: { reason },
  });
const undo = (id = driver.id, person: TestPerson = admin) =>
  app.request<DriverProfile>('POST', `/admin/drivers/${id}/verify/undo`, { token: person.token });
const edit = (body: object) => app.request('PUT', '/driver/profile', { token: driver.token, body });
const own = async () => (await app.request<DriverProfile>('GET', '/driver/profile', { token: driver.token })).body;
const waiting = async () =>
  (
    await app.request<VerificationItem[]>('GET', '/admin/drivers/pending-verification', { token: admin.token })
  ).body.map(({ user }) => user.id);
const changed = { status: 409, body: { code: 'admin.undo_changed' } };

describe('undoing a decision on a driver:', () => {
  test.each(['verified', 'rejected'] as const)(
    'a driver who was %s is pending again, at the same place in the list',
    async (status) => {
      const later = await app.registerDriver();
      await decide(status, 'Blurred');
      expect(await waiting()).not.toContain(driver.id);
      const { status: answered, body } = await undo();
      expect([answered, body.verification_status, body.rejection_reason]).toEqual([200, 'pending', null]);
      expect(await own()).toMatchObject({ verification_status: 'pending', rejection_reason: null });
      expect((await waiting()).slice(0, 2)).toEqual([later.id, driver.id]);
      expect((await decide('rejected', 'The licence has expired')).body.rejection_reason).toBe(
        'The licence has expired',
      );
      expect((await undo()).status).toBe(200);
      expect((await decide('verified')).body.verification_status).toBe('verified');
    },
  );

  test('a repeated decision is a new one if another admin decides otherwise meanwhile', async () => {
    await decide('verified');
    const longAgo = new Date(clock.millis() - 2 * UNDO_MS);
    // The first write matches nothing, because the same decision is stored; then the other admin decides otherwise.
    jest.spyOn(DriverProfileModel, 'findOneAndUpdate').mockImplementationOnce((): never => {
      const other = { verification_status: 'rejected', rejection_reason: 'Blurred', decided_at: longAgo } as const;
      const lean = () => DriverProfileModel.updateOne({ user_id: driver.id }, { $set: other }).then(() => null);
      return { lean } as never;
    });
    expect((await decide('verified')).body.verification_status).toBe('verified');
    expect((await undo()).status).toBe(200);
  });

  test('the undo is pushed to the driver and to the admins', async () => {
    await decide('rejected', 'Blurred');
    const [mine, office] = [await connect(driver), await connect(admin)];
    await undo();
    const isPending = (pushed: object) => JSON.stringify(pushed).includes('"verification_status":"pending"');
    expect(await mine.waitFor('driver:updated', isPending)).toMatchObject({ profile: { user_id: driver.id } });
    expect(await office.waitFor('verification:updated', isPending)).toMatchObject({
      item: { user: { id: driver.id } },
    });
  });

  test('quotes and bookings that the rejection ended stay ended; the driver may quote again', async () => {
    const booking = await steps.booked(customer, driver);
    const ride = await steps.ride(customer);
    const quote = await steps.quote(driver, ride);
    await decide('rejected');
    await undo();
    expect(await steps.readBooking(customer, booking.id)).toMatchObject({ status: 'rejected' });
    expect((await steps.quotesOn(driver, ride)).map(({ id, status }) => [id, status])).toEqual([
      [quote.id, 'withdrawn'],
    ]);
    expect((await steps.quote(driver, ride, 200)).status).toBe('active');
  });

  test('an undo is accepted for one minute of server time', async () => {
    await decide('verified');
    const decidedAt = (await profiles.byUser(driver.id))?.decided_at?.getTime() ?? 0;
    clock.setOffset(decidedAt + UNDO_MS + 1 - Date.now());
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'admin.undo_late' } });
    expect((await own()).verification_status).toBe('verified');
    // Approving an approved driver does not count as a new decision.
    await decide('verified');
    expect((await undo()).status).toBe(409);
    clock.setOffset(decidedAt + UNDO_MS - 2_000 - Date.now());
    expect((await undo()).status).toBe(200);
    expect((await undo()).status).toBe(200);
    clock.setOffset(decidedAt + 3 * UNDO_MS - Date.now());
    expect(await undo()).toMatchObject(changed);
  });

  test('an undo is refused after the driver has changed the profile, and when there is no decision', async () => {
    expect(await undo()).toMatchObject(changed);
    await decide('verified');
    await edit({ car_model: 'Alto' });
    expect(await undo()).toMatchObject(changed);
    expect((await own()).verification_status).toBe('verified');
    await decide('rejected');
    expect((await undo()).status).toBe(200);
    await edit({ car_model: 'Dzire' });
    expect(await undo()).toMatchObject(changed);
  });

  test('only admins can undo, and only for a person with a driver profile', async () => {
    await decide('verified');
    for (const person of [driver, customer]) expect((await undo(driver.id, person)).status).toBe(403);
    expect(await undo(admin.id)).toMatchObject({ status: 404, body: { code: 'admin.no_profile' } });
    expect((await own()).verification_status).toBe('verified');
  });

  test('the undo is in the admin log, with the state before and after', async () => {
    await decide('rejected', 'Blurred');
    await undo();
    const entry = async () =>
      (await app.request<AdminLogEntry[]>('GET', `/admin/log?subject=${driver.id}`, { token: admin.token })).body[0];
    expect(await entry()).toMatchObject({
      action: 'verification.undone',
      outcome: 'done',
      before: { verification_status: 'rejected', rejection_reason: 'Blurred' },
      after: { verification_status: 'pending', rejection_reason: null },
    });
    await undo();
    expect(await entry()).toMatchObject({ outcome: 'unchanged' });
  });
});

describe('concurrent calls:', () => {
  const version = async () => (await profiles.byUser(driver.id))?.version ?? 0;

  test('many concurrent undo calls undo the decision once', async () => {
    for (const _ of rounds) {
      await decide('verified');
      const before = await version();
      expect(tally((await race({ presses: () => undo() }, 20)).presses)).toEqual({ 200: 20 });
      expect(await version()).toBe(before + 1);
    }
  }, 60_000);

  test('an edit by the driver is stored either before or after the undo', async () => {
    for (const _ of rounds) {
      await decide('verified');
      const { undo: answers } = await race({ undo: () => undo(), edit: () => edit({ experience_years: 7 }) }, 3);
      const isUndone = (await own()).verification_status === 'pending';
      expect(isUndone).toBe(answers.includes(200));
      expect(answers.every((status) => status === 200 || status === 409)).toBe(true);
      if (isUndone) continue;
      await decide('rejected');
    }
  }, 60_000);

  test('an undo based on an outdated read does not overwrite a newer decision', async () => {
    await decide('verified');
    const read = await profiles.byUser(driver.id);
    if (!read) throw new Error('no profile');
    await decide('rejected');
    const [since, now] = [new Date(0), clock.now()];
    expect(await profiles.undoDecision(read, { since, now })).toBeNull();
    expect((await own()).verification_status).toBe('rejected');
  });
});
