import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { AccountSession } from '@boli/shared/auth/auth.schema';
import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { mailLinks } from '../../auth/mail-links.repository';
import { hashOfToken } from '../../auth/recovery.mails';
import { profileForm } from '../app';
import { market } from '../market';
import { eventually } from '../realtime';
import type { Fixtures } from './fixtures';
import { admins, type CallRow, customers, drivers, everybody, signedIn } from './row';

async function driverProfile({ app, people }: Fixtures): Promise<DriverProfile> {
  return (await app.request<DriverProfile>('GET', '/driver/profile', { token: people['its driver'].token })).body;
}

async function signedFile(fixtures: Fixtures): Promise<{ id: string; query: Record<string, string> }> {
  const { driver_photo } = await driverProfile(fixtures);
  const address = new URL(driver_photo ?? '', fixtures.app.url);
  return { id: address.pathname.split('/').at(-1) ?? '', query: Object.fromEntries(address.searchParams) };
}

/** Signs the customer in once more and returns the id of the new session. */
async function sessionOf({ app, people: { customer } }: Fixtures): Promise<string> {
  const before = new Set((await sessionsOf(app, customer.token)).map(({ id }) => id));
  await app.request('POST', '/auth/login', { body: { email: customer.email, password: customer.password } });
  return (await sessionsOf(app, customer.token)).find(({ id }) => !before.has(id))?.id ?? '';
}

async function sessionsOf(app: Fixtures['app'], token: string): Promise<AccountSession[]> {
  return (await app.request<AccountSession[]>('GET', '/auth/sessions', { token })).body;
}

async function contactOf({ app, people }: Fixtures): Promise<string> {
  const body = { name: 'A sister', phone: '+91 98765 43210' };
  const { id } = (
    await app.request<{ id: string }>('POST', '/emergency/contacts', { token: people.customer.token, body })
  ).body;
  return id;
}

async function removeContacts({ app, people }: Fixtures): Promise<void> {
  for (const { token } of Object.values(people)) {
    const { body } = await app.request<{ id: string }[]>('GET', '/emergency/contacts', { token });
    if (!Array.isArray(body)) continue;
    for (const { id } of body) await app.request('DELETE', `/emergency/contacts/${id}`, { token });
  }
}

/** The token of a link in a mail to a new account, stored as if the mail had been sent. */
async function linkOf({ app }: Fixtures, purpose: 'reset' | 'confirm'): Promise<string> {
  const { id, email } = await app.register('customer');
  const token = randomBytes(32).toString('base64url');
  const expires_at = new Date(Date.now() + 60_000);
  await mailLinks.insert({ _id: hashOfToken(token), purpose, user_id: id, email, token_version: 0, expires_at });
  return token;
}

/** Makes the driver a favorite of the customer and returns the id of the driver. */
async function favorite({ app, people, quoted }: Fixtures): Promise<string> {
  await quoted();
  const { id } = people['its driver'];
  await app.request('POST', `/favorites/add/${id}`, { token: people.customer.token });
  return id;
}

/** Saves a place of the customer and returns its id. */
async function savedPlace({ app, people }: Fixtures): Promise<string> {
  const body = { label: 'Home', address: 'Janpath, New Delhi', lat: 28.62, lng: 77.21 };
  const { token } = people.customer;
  return (await app.request<{ id: string }>('POST', '/places/saved', { token, body })).body.id;
}

const browserKeys = createECDH('prime256v1');

/** A browser's subscription to Web Push. */
const aSubscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/1',
  keys: { p256dh: browserKeys.generateKeys('base64url'), auth: 'A'.repeat(22) },
};

/** Books a ride, waits until both sides have a notification of it, and returns the id of its request. */
async function notifiedOf({ app, people, booked }: Fixtures): Promise<string> {
  const { ride_request_id } = await booked();
  for (const { token } of [people.customer, people['its driver']]) {
    const isNotified = async () =>
      JSON.stringify((await app.request('GET', '/notifications', { token })).body).includes(ride_request_id);
    await eventually(isNotified, 'the notification did not come');
  }
  return ride_request_id;
}

/** Accounts, files, addresses, drivers, contacts, favorites, places, notifications and the verification of drivers. */
export const peopleRows: CallRow[] = [
  {
    call: 'auth.register',
    cells: everybody(201),
    ask: async () => ({
      body: {
        email: `${randomUUID()}@example.org`,
        password: 'a good password',
        name: 'New',
        role: 'customer',
        phone: '',
      },
    }),
  },
  {
    call: 'auth.login',
    cells: everybody(200),
    ask: async ({ people: { customer } }) => ({ body: { email: customer.email, password: customer.password } }),
  },
  { call: 'auth.me', cells: signedIn(200), ask: async () => ({}) },
  { call: 'auth.saveAccount', cells: signedIn(200), ask: async () => ({ body: { phone: '112' } }) },
  {
    call: 'auth.changePassword',
    cells: signedIn(200),
    ask: async ({ substitute }, caller) => {
      const person = await substitute(caller);
      const body = { current_password: person?.password ?? 'unknown password', new_password: 'another good password' };
      return { token: person?.token, body };
    },
  },
  {
    call: 'auth.forgotPassword',
    cells: everybody(204),
    ask: async () => ({ body: { email: `${randomUUID()}@example.org` } }),
  },
  {
    call: 'auth.resetPassword',
    when: 'by the link of a mail',
    cells: everybody(204),
    ask: async (fixtures) => ({ body: { token: await linkOf(fixtures, 'reset'), new_password: 'a better password' } }),
  },
  {
    call: 'auth.resetPassword',
    when: 'by a link that confirms an email',
    cells: [400, 400, 400, 400, 400, 400],
    ask: async (fixtures) => ({
      body: { token: await linkOf(fixtures, 'confirm'), new_password: 'a better password' },
    }),
  },
  { call: 'auth.sendConfirmation', cells: signedIn(204), ask: async () => ({}) },
  {
    call: 'auth.confirmEmail',
    when: 'by the link of a mail',
    cells: everybody(204),
    ask: async (fixtures) => ({ body: { token: await linkOf(fixtures, 'confirm') } }),
  },
  {
    call: 'auth.confirmEmail',
    when: 'by a link for a new password',
    cells: [400, 400, 400, 400, 400, 400],
    ask: async (fixtures) => ({ body: { token: await linkOf(fixtures, 'reset') } }),
  },
  {
    call: 'auth.logout',
    cells: signedIn(204),
    ask: async ({ substitute }, caller) => ({ token: (await substitute(caller))?.token }),
  },
  {
    call: 'auth.listSessions',
    cells: [401, 200, 'own', 'own', 'own', 'own'],
    ask: async (fixtures) => ({ thing: await sessionOf(fixtures) }),
  },
  {
    call: 'auth.endSession',
    when: 'a session of the customer',
    cells: [401, 204, 404, 404, 404, 404],
    ask: async (fixtures) => ({ params: { id: await sessionOf(fixtures) } }),
  },
  {
    call: 'auth.logoutAll',
    cells: signedIn(204),
    ask: async ({ substitute }, caller) => ({ token: (await substitute(caller))?.token }),
  },
  { call: 'app.readConfig', cells: everybody(200), ask: async () => ({}) },
  { call: 'fairness.readFairness', cells: everybody(200), ask: async () => ({}) },
  {
    call: 'app.readFile',
    when: 'by its signed address',
    cells: everybody(200),
    ask: async (fixtures) => {
      const { id, query } = await signedFile(fixtures);
      return { params: { id }, query };
    },
  },
  {
    call: 'app.readFile',
    when: 'with another signature',
    cells: [403, 403, 403, 403, 403, 403],
    ask: async (fixtures) => {
      const { id, query } = await signedFile(fixtures);
      return { params: { id }, query: { ...query, sig: '0'.repeat(query.sig?.length ?? 0) } };
    },
  },
  { call: 'geo.reverseGeocode', cells: signedIn(200), ask: async () => ({ query: { lat: '28.6', lng: '77.2' } }) },
  { call: 'geo.searchPlaces', cells: signedIn(200), ask: async () => ({ query: { q: 'station' } }) },
  {
    call: 'geo.findRoute',
    cells: signedIn(200),
    ask: async () => ({ body: { from: { lat: 28.6, lng: 77.2 }, to: { lat: 28.7, lng: 77.3 } } }),
  },
  {
    call: 'drivers.readProfile',
    cells: [401, 403, 403, 200, 'own', 403],
    drivers: { 'driver without profile': 404 },
    ask: async (fixtures) => ({ thing: (await driverProfile(fixtures)).id }),
  },
  {
    call: 'drivers.createProfile',
    when: 'without a profile',
    cells: drivers(201),
    ask: async ({ substitute }, caller) => ({ form: profileForm(), token: (await substitute(caller))?.token }),
  },
  {
    call: 'drivers.updateProfile',
    cells: [401, 403, 403, 200, 'own', 403],
    drivers: { 'driver without profile': 404 },
    ask: async (fixtures) => {
      const form = new FormData();
      form.set('car_model', 'Maruti Dzire');
      return { form, thing: (await driverProfile(fixtures)).id };
    },
  },
  {
    call: 'drivers.setAvailability',
    cells: drivers(200),
    drivers: { 'driver without profile': 404 },
    ask: async () => ({ body: { is_available: true } }),
  },
  { call: 'drivers.readEarnings', cells: drivers(200), ask: async () => ({}) },
  {
    call: 'drivers.readDriversNear',
    cells: [401, 200, 200, 403, 403, 403],
    ask: async () => ({ query: { lat: '28.6', lng: '77.2' } }),
  },
  {
    call: 'contacts.listContacts',
    cells: [401, 200, 'own', 'own', 'own', 403],
    ask: async (fixtures) => ({ thing: await contactOf(fixtures) }),
  },
  {
    call: 'contacts.addContact',
    cells: [401, 201, 201, 201, 201, 403],
    ask: async (fixtures) => {
      await removeContacts(fixtures);
      return { body: { name: 'A brother', phone: '112' } };
    },
  },
  {
    call: 'contacts.removeContact',
    when: 'a contact of the customer',
    cells: [401, 200, 404, 404, 404, 403],
    ask: async (fixtures) => ({ params: { id: await contactOf(fixtures) } }),
  },
  {
    call: 'favorites.listFavorites',
    cells: [401, 200, 'own', 403, 403, 403],
    ask: async (fixtures) => ({ thing: await favorite(fixtures) }),
  },
  {
    call: 'favorites.addFavorite',
    when: 'a driver who has quoted to the customer',
    cells: [401, 200, 404, 403, 403, 403],
    ask: async ({ people, quoted }) => {
      await quoted();
      return { params: { user_id: people['its driver'].id } };
    },
  },
  {
    call: 'favorites.removeFavorite',
    cells: customers(200),
    ask: async (fixtures) => ({ params: { user_id: await favorite(fixtures) } }),
  },
  {
    call: 'places.listSavedPlaces',
    cells: [401, 200, 'own', 403, 403, 403],
    ask: async (fixtures) => ({ thing: await savedPlace(fixtures) }),
  },
  {
    call: 'places.savePlace',
    cells: customers(201),
    ask: async () => ({ body: { label: 'Work', address: 'Khan Market', lat: 28.6, lng: 77.23 } }),
  },
  {
    call: 'places.removeSavedPlace',
    when: 'a place of the customer',
    cells: [401, 200, 404, 403, 403, 403],
    ask: async (fixtures) => ({ params: { id: await savedPlace(fixtures) } }),
  },
  {
    call: 'places.listRecentPlaces',
    cells: [401, 200, 'own', 403, 403, 403],
    ask: async ({ app, people: { customer } }) => {
      const address = `Place ${randomUUID()}`;
      await market(app).ride(customer, { drop_location: address });
      return { thing: address };
    },
  },
  {
    call: 'notifications.listNotifications',
    cells: [401, 200, 'own', 200, 'own', 'own'],
    ask: async (fixtures) => ({ thing: await notifiedOf(fixtures) }),
  },
  {
    call: 'notifications.readNotifications',
    cells: [401, 200, 'own', 200, 'own', 'own'],
    ask: async (fixtures) => ({ thing: await notifiedOf(fixtures), body: {} }),
  },
  { call: 'push.readPushKey', cells: signedIn(200), ask: async () => ({}) },
  {
    call: 'push.subscribe',
    when: 'at a service that is not allowed',
    cells: [401, 400, 400, 400, 400, 400],
    ask: async () => ({ body: { ...aSubscription, endpoint: 'https://push.example.org/send/1' } }),
  },
  {
    call: 'push.subscribe',
    when: 'at an allowed service',
    cells: signedIn(200),
    // Each caller with a browser of its own: a subscription belongs to one account.
    ask: async () => ({ body: { ...aSubscription, endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}` } }),
  },
  {
    call: 'push.subscribe',
    when: 'by a service for phones that is off',
    cells: [401, 400, 400, 400, 400, 400],
    ask: async () => ({ body: { transport: 'apns', token: 'a'.repeat(64) } }),
  },
  { call: 'push.unsubscribe', cells: signedIn(200), ask: async () => ({ body: { endpoint: aSubscription.endpoint } }) },
  {
    call: 'adminLog.listAdminLog',
    cells: admins(200),
    ask: async ({ app, people }) => {
      const { id } = await app.registerDriver();
      await app.request('PUT', `/admin/drivers/${id}/verify?status=verified`, { token: people.admin.token });
      return { thing: id };
    },
  },
  { call: 'adminLog.exportAdminLog', cells: admins(200), ask: async () => ({}) },
  {
    call: 'admin.readLive',
    cells: admins(200),
    ask: async ({ quoted }) => ({ thing: (await quoted()).ride.id }),
  },
  {
    call: 'admin.listPendingVerifications',
    cells: admins(200),
    ask: async (fixtures) => ({ thing: (await driverProfile(fixtures)).id }),
  },
  {
    call: 'admin.listUsers',
    cells: admins(200),
    ask: async ({ people: { customer } }) => ({ query: { q: customer.email }, thing: customer.id }),
  },
  {
    call: 'admin.setSuspension',
    cells: admins(200),
    ask: async ({ app }) => ({
      params: { id: (await app.register('customer')).id },
      body: { suspended: true, reason: 'Complaints of three customers' },
    }),
  },
  {
    call: 'admin.verifyDriver',
    cells: admins(200),
    ask: async ({ app }) => ({ params: { userId: (await app.registerDriver()).id }, query: { status: 'verified' } }),
  },
  {
    call: 'admin.undoVerification',
    when: 'decided a moment ago',
    cells: admins(200),
    ask: async ({ app, people }) => {
      const { id } = await app.registerDriver();
      await app.request('PUT', `/admin/drivers/${id}/verify?status=verified`, { token: people.admin.token });
      return { params: { userId: id } };
    },
  },
];
