import { catalogues, languageFor, translate } from '@boli/shared/core/messages';
import { en } from '@boli/shared/messages/en';
import { languages } from '@boli/shared/messages/languages';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BookingModel } from '../bookings/bookings.model';
import { closeMail } from '../mail/mail.service';
import { mailSettings, openMailbox, type TestMailbox } from '../testing/mailbox';
import { market } from '../testing/market';
import { setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { socketsOf } from '../testing/sockets';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver, admin } = setUpPeopleEach({
  customer: () => app.register('customer', { name: 'Asha Verma' }),
  driver: () => app.registerDriver(),
  admin: () => app.register('admin'),
});
beforeAll(() => {
  // A language for this test only: every text in capitals, placeholders unchanged.
  const loud = (text: string) =>
    text.replace(/\{[^}]*\}|[a-z]+/g, (part) => (part[0] === '{' ? part : part.toUpperCase()));
  Object.assign(languages, { xx: languages.en });
  Object.assign(catalogues, {
    xx: Object.fromEntries(Object.entries(en).map(([key, text]) => [key, loud(text)])),
  });
});
afterAll(() => {
  Reflect.deleteProperty(catalogues, 'xx');
  Reflect.deleteProperty(languages, 'xx');
});

const inXx = { headers: { 'Accept-Language': 'xx-IN, en;q=0.8' } };

describe('an error is answered in the language of the reader', () => {
  test('by REST: the detail, the message of each field, and the 404 of an unknown path', async () => {
    const body = { email: '', password: 'x' };
    const answer = await app.request('POST', '/auth/login', { body, ...inXx });
    expect(answer.body).toEqual({
      detail: 'PLEASE ENTER YOUR EMAIL',
      code: 'auth.email_required',
      errors: [{ field: 'email', message: 'PLEASE ENTER YOUR EMAIL', code: 'auth.email_required' }],
    });
    expect((await app.request('POST', '/auth/login', { body })).body.detail).toBe('Please enter your email');
    const missing = await app.request('GET', '/nothing/here', inXx);
    expect(missing.body.detail).toBe(String(missing.body.detail).toUpperCase());
  });

  test('by socket', async () => {
    const socket = await connect(customer, inXx);
    const ack = await socket.ask('rides:watch');
    expect(ack).toMatchObject({ ok: false, code: 'common.forbidden' });
    expect(ack.detail).toBe(String(ack.detail).toUpperCase());
  });
});

describe('Hindi', () => {
  const inHindi = { headers: { 'Accept-Language': 'hi-IN,hi;q=0.9,en;q=0.8' } };

  test('is used from the first request on: in a refused call, the message of each field, and the 404 of an unknown path', async () => {
    const answer = await app.request('POST', '/auth/login', { body: { email: '', password: '' }, ...inHindi });
    expect(answer.body).toMatchObject({ detail: 'कृपया अपना ईमेल लिखें', code: 'auth.email_required' });
    expect(answer.body.errors).toMatchObject([
      { message: 'कृपया अपना ईमेल लिखें' },
      { message: translate('auth.password_required', {}, 'hi') },
    ]);
    expect((await app.request('GET', '/nothing/here', inHindi)).body.detail).toBe('ऐसी कोई कॉल नहीं है');
  });

  test('is the language of an inbox that is read in Hindi, whatever the language of the person who caused the notice', async () => {
    await steps.booked(customer, driver);
    const read = async (token: string) => (await app.request('GET', '/notifications', { token, ...inHindi })).body;
    expect((await read(driver.token)).notifications).toMatchObject([
      { title: 'नई बुकिंग', body: expect.stringMatching(/^Asha Verma ने .* के लिए आपकी ₹[\d.]+ की बोली चुनी$/) },
    ]);
  });

  test('is chosen for a socket in its query, because a page cannot set `Accept-Language` on it', async () => {
    const ack = await (await connect(customer, { query: { language: 'hi' } })).ask('rides:watch');
    expect(ack.detail).toBe(translate('common.forbidden', {}, 'hi'));
    const unknown = await connect(customer, { query: { language: 'zz' }, ...inHindi });
    expect((await unknown.ask('rides:watch')).detail).toBe(translate('common.forbidden', {}, 'hi'));
  });
});

describe('the system’s reason for a rejection is in the language of the reader', () => {
  const suspend = () =>
    app.request('PUT', `/admin/users/${driver.id}/suspension`, {
      token: admin.token,
      body: { suspended: true, reason: 'Complaints' },
    });
  const english = 'An account of this booking is no longer active';
  const capitals = 'AN ACCOUNT OF THIS BOOKING IS NO LONGER ACTIVE';
  const read = async (path: string, token: string, more = {}) =>
    JSON.stringify((await app.request('GET', path, { token, ...more })).body);

  test('in answers, in pushes and in the inbox', async () => {
    const booking = await steps.booked(customer, driver);
    const [inEnglish, inCapitals] = [await connect(customer), await connect(customer, inXx)];
    const office = await connect(admin, inXx);
    await office.ask('admin:watch');
    await suspend();
    const isRejected = ({ booking: { status } }: { booking: { status: string } }) => status === 'rejected';
    const pushed = async (socket: typeof office) =>
      (await socket.waitFor('booking:updated', isRejected)).booking.cancellation_reason;
    expect([await pushed(inEnglish), await pushed(inCapitals), await pushed(office)]).toEqual([
      english,
      capitals,
      capitals,
    ]);
    for (const path of [`/bookings/${booking.id}`, '/bookings/my', '/notifications']) {
      expect(await read(path, customer.token)).toContain(english);
      expect(await read(path, customer.token, inXx)).toContain(capitals);
    }
    const watched = async (socket: typeof office) =>
      JSON.stringify(await socket.ask('booking:watch', { booking_id: booking.id }));
    expect(await watched(inEnglish)).toContain(english);
    expect(await watched(inCapitals)).toContain(capitals);
  });

  test('except for sentences stored by an earlier version; texts written by people are not translated', async () => {
    const old = await steps.booked(customer, driver);
    await BookingModel.updateOne(
      { _id: old.id },
      { $set: { status: 'rejected', cancelled_by: 'system', cancellation_reason: english } },
    );
    expect(await read(`/bookings/${old.id}`, customer.token, inXx)).toContain(english);
    const cancelled = await steps.booked(customer, driver);
    await steps.cancel(customer, cancelled, 'bookings.no_answer');
    expect((await steps.readBooking(customer, cancelled.id)).cancellation_reason).toBe('bookings.no_answer');
  });
});

test('a cancellation reason that was chosen from the list is in the language of the reader; a reason that a party wrote is not translated', async () => {
  const inHindi = { headers: { 'Accept-Language': 'hi' } };
  const read = async (path: string, person: { token: string }, more = {}) =>
    JSON.stringify((await app.request('GET', path, { token: person.token, ...more })).body);
  for (const reason of ['Change of plans', 'प्लान बदल गया']) {
    const booking = await steps.booked(customer, driver);
    await steps.cancel(customer, booking, reason);
    for (const path of [`/bookings/${booking.id}`, '/notifications']) {
      expect(await read(path, driver)).toContain('Change of plans');
      expect(await read(path, driver, inHindi)).toContain('प्लान बदल गया');
      expect(await read(path, driver, inHindi)).not.toContain('Change of plans');
    }
  }
  const written = await steps.booked(customer, driver);
  await steps.cancel(customer, written, 'Change of plans, sorry');
  expect(await read(`/bookings/${written.id}`, driver, inHindi)).toContain('Change of plans, sorry');
});

describe('mails are in the language of the request that causes them', () => {
  let box: TestMailbox;
  let reset: () => void;
  beforeAll(async () => {
    box = await openMailbox();
    reset = withSettings({ ...mailSettings(box.url), RATE_MAIL_ADDRESS: '1000' });
  });
  afterAll(async () => {
    reset();
    await closeMail();
    await box.close();
  });

  const subjectTo = async (email: string) => {
    const { headers, html } = await box.next(email);
    return [headers.get('subject')?.[0], /<html lang="(\w+)">/.exec(html)?.[1]];
  };
  const post = (path: string, body: object | undefined, more: { token?: string; headers?: Record<string, string> }) =>
    app.request('POST', `/auth/${path}`, { ...(body && { body }), ...more });

  test('at registration, for a forgotten password, for another confirmation link, and for a changed password', async () => {
    const { email, token, password } = customer;
    expect(await subjectTo(email)).toEqual(['Confirm your email for Boli', 'en']);
    await post('forgot', { email }, inXx);
    expect(await subjectTo(email)).toEqual(['CHOOSE A NEW PASSWORD FOR BOLI', 'xx']);
    await post('forgot', { email }, {});
    expect(await subjectTo(email)).toEqual(['Choose a new password for Boli', 'en']);
    await post('confirm/send', undefined, { token, ...inXx });
    expect(await subjectTo(email)).toEqual(['CONFIRM YOUR EMAIL FOR BOLI', 'xx']);
    const change = { current_password: password, new_password: 'a better password' };
    expect((await post('password', change, { token, ...inXx })).status).toBe(200);
    expect(await subjectTo(email)).toEqual(['YOUR PASSWORD FOR BOLI WAS CHANGED', 'xx']);
  });
});

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['fr', 'en'],
  ['xx', 'xx'],
  ['XX-in', 'xx'],
  ['en;q=0.5, xx;q=0.6', 'xx'],
  ['en, xx', 'en'],
  ['xx;q=0, fr', 'en'],
  ['fr;q=1, xx;q=0.1', 'xx'],
  ['constructor, __proto__', 'en'],
])('the language for the Accept-Language header %j is %s', (accepted, language) => {
  expect(languageFor(accepted)).toBe(language);
});
