import { verifyDriver } from '@boli/shared/admin/admin.endpoints';
import { register } from '@boli/shared/auth/auth.endpoints';
import type { Role } from '@boli/shared/auth/auth.schema';
import { addContact } from '@boli/shared/contacts/contacts.endpoints';
import { createProfile } from '@boli/shared/drivers/drivers.endpoints';
import type { Api } from './api';
import { picturesOf } from './avatars';
import { profileForm } from './pictures';
import { carOf, type Place, personName } from './town';

export const DEMO_PASSWORD = 'boli-demo';

export interface Login {
  role: Role;
  name: string;
  email: string;
  about: string;
}

/**
 * The tools of a seeding: the API, the server's clock (milliseconds from now), and a suffix that makes emails unique.
 */
export interface Tools {
  api: Api;
  setClock(offsetMs: number): void;
  tag: string;
}

/** The tools, and the places of the town. */
export interface Seeding extends Tools {
  places: readonly Place[];
}

/** A person of the demo town, signed in. */
export interface Person {
  id: string;
  token: string;
  login: Login;
}
/** Everybody in the demo town; `seed-past.ts` and `seed-town.ts` refer to customers and drivers by index. */
export type People = { customers: Person[]; drivers: Person[]; admin: Person };

const aboutDrivers = [
  'verified, drives right now',
  'verified, on the way to a pickup',
  'verified, has a booking to answer',
  'documents wait for a decision',
  'rejected by the admin',
];

/** Registers everybody, with drivers' profiles, the admin's verification of three drivers, and emergency contacts. */
export async function registerPeople(tools: Tools): Promise<People> {
  const admin = await person(tools, { role: 'admin', number: 8, about: 'settlements and verifications' });
  const customers: Person[] = [];
  const drivers: Person[] = [];
  for (const [number, about] of ['rides right now', 'waits for the driver', 'waits for an answer'].entries()) {
    customers.push(await person(tools, { role: 'customer', number, about }));
  }
  for (const [index, about] of aboutDrivers.entries()) drivers.push(await driver(tools, { index, about }));
  const decide = (of: Person | undefined, status: string, reason: string | null) =>
    of &&
    tools.api.call(verifyDriver, {
      token: admin.token,
      params: { userId: of.id },
      query: { status },
      body: { reason },
    });
  for (const verified of drivers.slice(0, 3)) await decide(verified, 'verified', null);
  const { api } = tools;
  for (const [name, phone] of [
    ['Mother', '+91 98110 12345'],
    ['Police', '112'],
  ] as const) {
    await api.call(addContact, { token: personAt(customers, 0).token, body: { name, phone } });
  }
  await api.call(addContact, {
    token: personAt(drivers, 0).token,
    body: { name: 'Taxi stand', phone: '011 2345 6789' },
  });
  return { admin, customers, drivers };
}

async function person(
  { api, tag }: Tools,
  { role, number, about }: { role: Role; number: number; about: string },
): Promise<Person> {
  const name = personName(number);
  const email = `${name.split(' ')[0]?.toLowerCase()}${tag}@example.org`;
  const phone = `+91 98100 ${String(10_000 + number * 1_111)}`;
  const { access_token: token, user } = await api.call(register, {
    body: { email, password: DEMO_PASSWORD, name, role, phone },
  });
  return { id: user.id, token, login: { role, name, email, about } };
}

async function driver(tools: Tools, { index, about }: { index: number; about: string }): Promise<Person> {
  const made = await person(tools, { role: 'driver', number: index + 3 + (index > 4 ? 1 : 0), about });
  const form = profileForm(carOf(index), await picturesOf(index));
  await tools.api.call(createProfile, { token: made.token, form });
  return made;
}

/** The person at this index. */
export function personAt(people: readonly Person[], index: number): Person {
  const found = people[index];
  if (!found) throw new Error(`the town has no person number ${index}`);
  return found;
}
