import type { AdminUser } from '@boli/shared/admin/admin.schema';
import type { User } from '@boli/shared/auth/auth.schema';
import { allEndpoints } from '@boli/shared/endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { describe, expect, test } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { UserModel } from '../auth/auth.model';
import { users } from '../auth/auth.repository';
import { accountSearch } from '../auth/search.repository';
import { BookingModel } from '../bookings/bookings.model';
import { tokenKey } from '../core/secrets';
import { RideModel } from '../rides/rides.model';
import type { TestPerson } from '../testing/app';
import { aRoute, market } from '../testing/market';
import { settle } from '../testing/realtime';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { reconcileAll } from '../wiring/reconcile';
import { runJobs } from '../wiring/scheduler';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const steps = market(app);
const { admin } = setUpPeople({ admin: () => app.register('admin', { name: 'Meera' }) });

const reason = 'Complaints of three customers';
const detail = `This account is suspended: ${reason}`;
const refusal = { detail, code: 'auth.suspended' };
const put = (by: TestPerson, { id }: { id: string }, body: unknown) =>
  app.request<AdminUser>('PUT', `/admin/users/${id}/suspension`, { token: by.token, body });
const suspend = (person: { id: string }, by = admin) => put(by, person, { suspended: true, reason });
const unsuspend = (person: { id: string }) => put(admin, person, { suspended: false });
const me = (token: string) => app.request<User>('GET', '/auth/me', { token });
const login = ({ email, password }: TestPerson, more = {}) =>
  app.request('POST', '/auth/login', { body: { email, password, ...more } });

describe('a suspended person', () => {
  test('receives the reason with every unexpired token and at sign-in, and their sockets are closed at once', async () => {
    const [person, bystander] = await Promise.all([app.register('customer'), app.register('customer')]);
    const [socket, other] = [await connect(person), await connect(bystander)];
    const { status, body } = await suspend(person);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: person.id,
      name: person.name,
      email: person.email,
      role: 'customer',
      phone: null,
      created_at: expect.any(String),
      suspension: { reason, suspended_at: expect.any(String), suspended_by: { id: admin.id, name: 'Meera' } },
    });
    await socket.gone();
    expect(socket.all('session:ended')).toEqual([{ reason: 'suspended' }]);
    expect(await me(person.token)).toMatchObject({ status: 403, body: refusal });
    expect(await login(person)).toMatchObject({ status: 403, body: refusal });
    await expect(app.connect(person.token)).rejects.toThrow('unauthorized');
    await settle(other);
    expect(other.all('session:ended')).toEqual([]);
  });

  test('does not learn of the suspension from a sign-in with a wrong password', async () => {
    const person = await app.register('customer');
    await suspend(person);
    expect(await login(person, { password: 'not the one' })).toMatchObject({
      status: 401,
      body: { code: 'auth.incorrect' },
    });
  });

  test('gets a 403 with the reason from every call that needs a token', async () => {
    const driver = await app.registerDriver();
    await suspend(driver);
    for (const { method, path, access } of allEndpoints) {
      if (access === 'public' || (access !== 'any' && !access.includes('driver'))) continue;
      const real = path.replace(/\{\w+\}/g, driver.id);
      const answer = await app.request(method.toUpperCase(), real, { token: driver.token });
      expect([path, answer.status, answer.body]).toEqual([path, 403, refusal]);
    }
  });

  test('can sign in again once the suspension ends; earlier sessions stay ended', async () => {
    const person = await app.register('customer');
    const names = { subject: person.id, issuer: 'boli', audience: 'boli', expiresIn: '1h', jwtid: 'x' } as const;
    const withoutSession = jwt.sign({ role: 'customer', ver: 0 }, tokenKey(), names);
    expect((await me(withoutSession)).status).toBe(200);
    await suspend(person);
    expect((await me(withoutSession)).status).toBe(403);
    expect((await unsuspend(person)).body.suspension).toBeNull();
    expect((await login(person)).status).toBe(200);
    for (const token of [person.token, withoutSession]) expect((await me(token)).status).toBe(401);
  });

  test('can be given another reason; suspending or unsuspending twice changes nothing', async () => {
    const person = await app.register('customer');
    const first = await suspend(person);
    expect((await suspend(person)).body).toEqual(first.body);
    await put(admin, person, { suspended: true, reason: 'Another one' });
    expect((await login(person)).body).toMatchObject({ detail: 'This account is suspended: Another one' });
    expect((await unsuspend(person)).body.suspension).toBeNull();
    expect((await unsuspend(person)).status).toBe(200);
  });

  test('is signed out even if the sign-in happens at the moment of the suspension', async () => {
    for (let round = 0; round < 6; round++) {
      const person = await app.register('customer');
      const [signedIn] = await Promise.all([login(person), suspend(person)]);
      expect([200, 403]).toContain(signedIn.status);
      const token = String(signedIn.body.access_token ?? person.token);
      expect((await me(token)).status).toBe(403);
    }
  });
});

describe('a suspension ends the requests, quotes and pending bookings of the person:', () => {
  test('a customer’s requests are cancelled and pending bookings rejected, and no request opens again', async () => {
    const [customer, driver] = await Promise.all([app.register('customer'), app.registerDriver()]);
    const open = await steps.ride(customer);
    const pending = await steps.booked(customer, driver);
    await suspend(customer);
    expect(await steps.readRide(admin, open.id)).toMatchObject({ status: 'cancelled' });
    expect(await steps.readBooking(driver, pending.id)).toMatchObject({
      status: 'rejected',
      cancelled_by: 'system',
      cancellation_reason: 'An account of this booking is no longer active',
    });
    expect(await steps.readRide(admin, pending.ride_request_id)).toMatchObject({ status: 'cancelled' });
  });

  test('a driver’s quotes are withdrawn and pending bookings rejected; the requests open again for other drivers', async () => {
    const [customer, driver] = await Promise.all([app.register('customer'), app.registerDriver()]);
    const ride = await steps.ride(customer);
    await steps.quote(driver, ride);
    const pending = await steps.booked(customer, driver);
    await suspend(driver);
    expect(await steps.quotesOn(customer, ride)).toEqual([]);
    expect(await steps.readBooking(customer, pending.id)).toMatchObject({ status: 'rejected', cancelled_by: 'system' });
    expect(await steps.readRide(customer, pending.ride_request_id)).toMatchObject({ status: 'open', quote_count: 0 });
  });

  test('requests and bookings are closed even if the process dies right after the suspension', async () => {
    const [customer, driver] = await Promise.all([app.register('customer'), app.registerDriver()]);
    const open = await steps.ride(customer);
    const { id: bookingId } = await steps.booked(customer, driver);
    const at = new Date(Date.now() - 60_000);
    const suspension = { reason, at, by: admin.id, token_version: 0 };
    await UserModel.updateOne(
      { _id: customer.id },
      { $set: { suspension, follow_up: at }, $inc: { token_version: 1 } },
    );
    await reconcileAll();
    expect((await RideModel.findById(open.id).lean())?.status).toBe('cancelled');
    expect((await BookingModel.findById(bookingId).lean())?.status).toBe('rejected');
    expect((await UserModel.findById(customer.id).lean())?.follow_up).toBeUndefined();
  });

  test('a ride, a quote or a booking made at the moment of the suspension is closed too', async () => {
    for (let round = 0; round < 5; round++) {
      const [customer, driver, other] = await Promise.all([
        app.register('customer'),
        app.registerDriver(),
        app.register('customer'),
      ]);
      const foreign = await steps.ride(other);
      const quote = await steps.quote(driver, await steps.ride(customer));
      const tries = [
        () => app.request('POST', '/rides/request', { token: customer.token, body: aRoute }),
        () =>
          app.request('POST', '/quotes/create', {
            token: driver.token,
            body: { ride_request_id: foreign.id, price: 90 },
          }),
        () =>
          app.request('POST', '/bookings/create', {
            token: customer.token,
            body: { quote_id: quote.id, payment_method: 'cash' },
          }),
      ];
      await Promise.all([...tries.map((go) => go()), suspend(customer), suspend(driver)]);
      expect(await RideModel.countDocuments({ customer_id: customer.id, status: { $in: ['open', 'booked'] } })).toBe(0);
      expect(
        await RideModel.countDocuments({ quotes: { $elemMatch: { driver_id: driver.id, status: 'active' } } }),
      ).toBe(0);
      expect(await BookingModel.countDocuments({ customer_id: customer.id, status: 'pending' })).toBe(0);
    }
  });
});

describe('an accepted or running ride of a suspended person continues:', () => {
  async function running(upTo: 'accepted' | 'in_progress') {
    const [customer, driver] = await Promise.all([app.register('customer'), app.registerDriver()]);
    const booking = await steps.drive(driver, await steps.booked(customer, driver), upTo);
    return { customer, driver, booking };
  }

  test('the suspended driver can read their own account and finish the ride, and every other call is refused', async () => {
    const { customer, driver, booking } = await running('accepted');
    const open = await steps.ride(customer);
    await suspend(driver);
    expect((await me(driver.token)).body).toMatchObject({ id: driver.id, suspension: { reason } });
    expect(await login(driver)).toMatchObject({ status: 403, body: refusal });
    for (const [method, path, body] of [
      ['GET', '/rides/requests', undefined],
      ['GET', `/rides/request/${open.id}`, undefined],
      ['POST', '/quotes/create', { ride_request_id: open.id, price: 100 }],
      ['PUT', '/driver/availability', { is_available: true }],
      ['PUT', '/auth/me', { name: 'Somebody else' }],
      ['POST', '/auth/password', { current_password: driver.password, new_password: 'another good one' }],
    ] as const) {
      const answer = await app.request(method, path, { token: driver.token, body });
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'auth.suspended']);
    }
    await steps.step(driver, booking, 'in_progress');
    const at = { token: driver.token, body: { lat: 28.62, lng: 77.21 } };
    expect((await app.request('PUT', `/bookings/${booking.id}/location`, at)).status).toBe(200);
    expect((await steps.step(driver, booking, 'completed')).status).toBe('completed');
  });

  test('the suspended customer can read and cancel the booking, but cannot post another request', async () => {
    const { customer, booking } = await running('accepted');
    await suspend(customer);
    expect((await steps.readBooking(customer, booking.id)).status).toBe('accepted');
    expect(await app.request('POST', '/rides/request', { token: customer.token, body: aRoute })).toMatchObject({
      status: 403,
      body: refusal,
    });
    await steps.cancel(customer, booking);
    expect((await me(customer.token)).status).toBe(403);
  });

  test('when the driver cancels, the request of the suspended customer is cancelled', async () => {
    const { customer, driver, booking } = await running('accepted');
    await suspend(customer);
    await steps.cancel(driver, booking);
    const ride = await app.request<RideRequest>('GET', `/rides/request/${booking.ride_request_id}`, {
      token: admin.token,
    });
    expect(ride.body.status).toBe('cancelled');
  });

  test('a suspended driver cannot accept another pending booking', async () => {
    const { driver } = await running('in_progress');
    const other = await app.register('customer');
    const waiting = await steps.booked(other, driver);
    await Promise.all([
      suspend(driver),
      app.request('PUT', `/bookings/${waiting.id}/status?status=accepted`, { token: driver.token }),
    ]);
    expect(['rejected', 'accepted']).toContain((await steps.readBooking(other, waiting.id)).status);
    const late = await steps.booked(other, await app.registerDriver());
    await BookingModel.updateOne({ _id: late.id }, { $set: { driver_id: driver.id } });
    const answer = await app.request('PUT', `/bookings/${late.id}/status?status=accepted`, { token: driver.token });
    expect([answer.status, answer.body.code]).toEqual([403, 'bookings.account_inactive']);
  });

  test('Logout ends the session that the suspended driver kept for the ride', async () => {
    const { driver } = await running('in_progress');
    await suspend(driver);
    expect((await app.request('POST', '/auth/logout', { token: driver.token })).status).toBe(204);
    expect((await me(driver.token)).status).toBe(401);
  });
});

describe('an admin who suspends people', () => {
  test('needs a reason, and gets 404 for an unknown person', async () => {
    const person = await app.register('customer');
    for (const body of [{ suspended: true }, { suspended: true, reason: ' ' }, { suspended: 'yes', reason }]) {
      expect((await put(admin, person, body)).status).toBe(400);
    }
    expect((await put(admin, person, { suspended: true })).body).toMatchObject({
      errors: [{ field: 'reason', code: 'admin.suspension_reason_required' }],
    });
    expect((await put(admin, { id: '0b8f7f2e-1111-4111-8111-111111111111' }, { suspended: true, reason })).status).toBe(
      404,
    );
    expect((await me(person.token)).status).toBe(200);
  });

  test('cannot suspend their own account', async () => {
    const answer = await suspend(admin);
    expect([answer.status, answer.body]).toEqual([
      409,
      { detail: 'You cannot suspend yourself', code: 'admin.suspend_self' },
    ]);
    expect((await me(admin.token)).status).toBe(200);
  });

  test('can suspend another admin; when two admins suspend each other at once, at least one stays active', async () => {
    await UserModel.updateMany({ role: 'admin', _id: { $ne: admin.id } }, { $set: { role: 'customer' } });
    const other = await app.register('admin');
    for (let round = 0; round < 6; round++) {
      const answers = await Promise.all([suspend(other, admin), suspend(admin, other)]);
      const active = await UserModel.countDocuments({ role: 'admin', suspension: null });
      expect([answers.map(({ status }) => status), active]).not.toEqual([[200, 200], 0]);
      expect(active).toBeGreaterThanOrEqual(1);
      await UserModel.updateMany({ role: 'admin' }, { $set: { suspension: null } });
      for (const person of [admin, other]) person.token = String((await login(person)).body.access_token);
    }
    await UserModel.updateOne({ _id: other.id }, { $set: { role: 'customer' } });
  });

  test('can search people by a part of their name, email or phone number, and gets the newest first, in pages', async () => {
    const tag = `Zed${Date.now()}`;
    const made: TestPerson[] = [];
    for (let n = 0; n < 3; n++)
      made.push(await app.register('customer', { name: `${tag} (${n})`, phone: `+91 98${n}65-432${n}0` }));
    const find = (q: string, more = '') =>
      app.request<AdminUser[]>('GET', `/admin/users?q=${encodeURIComponent(q)}${more}`, { token: admin.token });
    const found = await find(tag.toLowerCase());
    expect(found.body.map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse());
    expect(found.headers.get('x-total-count')).toBe('3');
    const first = await find(tag, '&limit=2');
    expect(first.body).toHaveLength(2);
    const next = await find(tag, `&limit=2&before=${first.body[1]?.created_at}`);
    expect(next.body.map(({ id }) => id)).toEqual([made[0]?.id]);
    expect((await find(`${tag} (1)`)).body.map(({ id }) => id)).toEqual([made[1]?.id]);
    expect((await find(made[2]?.email ?? '')).body.map(({ id }) => id)).toEqual([made[2]?.id]);
    expect((await find('98165 4321')).body.map(({ id }) => id)).toContain(made[1]?.id);
    expect((await find('.*')).body).toEqual([]);
    expect((await find('   ')).body.length).toBeGreaterThan(3);
  });

  test('finds the same people by the stored parts of their names as by comparing all accounts', async () => {
    const names = [
      'Zoë İpek',
      'STRASSE & Söhne',
      'straße',
      'Kelvin K',
      'ﬁne ſilk',
      'Ünal-Maria do Nascimento e Silva',
      '雨 😀 田',
    ];
    for (const [n, name] of names.entries()) await app.register('customer', { name, phone: `(0) 77${n} 88-99 00${n}` });
    const rows = await UserModel.find().lean();
    const texts = rows.flatMap(({ name, email, phone }) => [name, email, ...(phone ? [phone, phone.slice(2)] : [])]);
    const searched = texts.slice(-40).flatMap((text, nth) => {
      const [from, length] = [(nth * 7) % text.length, 1 + ((nth * 5) % 16)];
      const part = text.slice(from, from + length);
      return [part, part.toLowerCase(), part.toUpperCase()];
    });
    const wanted = [...new Set(searched)].filter((q) => q.trim() !== '');
    const found = async () => {
      const answers = [];
      for (const q of wanted) {
        const { body, headers } = await app.request<AdminUser[]>('GET', `/admin/users?q=${encodeURIComponent(q)}`, {
          token: admin.token,
        });
        answers.push([q, headers.get('x-total-count'), body.map(({ id }) => id)]);
      }
      return answers;
    };
    const byParts = await found();
    expect(byParts.filter(([, total]) => total !== '0').length).toBeGreaterThan(wanted.length / 2);
    // One account without parts is enough for all accounts to be compared.
    await UserModel.updateOne({ _id: admin.id }, { $unset: { email_parts: 1 } });
    expect(await found()).toEqual(byParts);
    await runJobs();
    expect(await UserModel.countDocuments({ email_parts: null })).toBe(0);
    expect(await found()).toEqual(byParts);
  });

  test('finds a person by the new name and phone number and no longer by the old ones, even while the search parts are being stored', async () => {
    const find = async (q: string) =>
      (await app.request<AdminUser[]>('GET', `/admin/users?q=${q}`, { token: admin.token })).body.map(({ id }) => id);
    for (let round = 0; round < 10; round++) {
      const person = await app.register('customer', { name: `Earlier${round}`, phone: `+91 7000 1000 ${round}0` });
      const change = { name: `Later${round}`, phone: `+91 8000 2000 ${round}0` };
      if (round < 5) await app.request('PUT', '/auth/me', { token: person.token, body: change });
      else {
        const parts = { name_parts: 1, email_parts: 1, phone_parts: 1 };
        await UserModel.updateOne({ _id: person.id }, { $unset: parts });
        await Promise.all([accountSearch.addMissingParts(), users.change(person.id, change)]);
        await accountSearch.addMissingParts();
      }
      expect(await UserModel.countDocuments({ email_parts: null })).toBe(0);
      expect(await find(`later${round}`)).toEqual([person.id]);
      expect(await find(`80002000${round}0`)).toEqual([person.id]);
      expect(await find(`earlier${round}`)).toEqual([]);
      expect(await find(`70001000${round}0`)).toEqual([]);
    }
  });
});
