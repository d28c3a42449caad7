import type { Contact } from '@boli/shared/contacts/contacts.schema';
import { expect, test } from '@jest/globals';
import type { TestPerson } from '../testing/app';
import { tally } from '../testing/races';
import { setUpApp } from '../testing/set-up';
import { ContactModel } from './contacts.model';

const app = setUpApp();

const add = (person: TestPerson, body: unknown) =>
  app.request<Contact>('POST', '/emergency/contacts', { token: person.token, body });
const list = async (person: TestPerson) =>
  (await app.request<Contact[]>('GET', '/emergency/contacts', { token: person.token })).body;

test.each(['customer', 'driver'] as const)('each %s has their own contacts', async (role) => {
  const person = await app.register(role);
  const other = await app.register(role);
  const added = await add(person, { name: ' Asha ', phone: '112' });
  expect(added).toMatchObject({ status: 201, body: { name: 'Asha', phone: '112' } });
  expect(await list(person)).toEqual([added.body]);
  expect(await list(other)).toEqual([]);
  const remove = (by: TestPerson) => app.request('DELETE', `/emergency/contacts/${added.body.id}`, { token: by.token });
  expect((await remove(other)).status).toBe(404);
  expect(await remove(person)).toMatchObject({ status: 200, body: { success: true } });
  expect((await remove(person)).status).toBe(404);
});

test('admins have no contacts', async () => {
  const admin = await app.register('admin');
  expect((await add(admin, { name: 'A', phone: '112' })).status).toBe(403);
});

test.each([
  ['no name', { name: ' ', phone: '112' }],
  ['a name that is too long', { name: 'x'.repeat(101), phone: '112' }],
  ['no phone', { name: 'A' }],
  ['letters for a phone', { name: 'A', phone: 'call me' }],
  ['too few digits', { name: 'A', phone: '12' }],
  ['too many digits', { name: 'A', phone: '1234567890123456' }],
])('adding a contact with %s is refused', async (_what, body) => {
  expect((await add(await app.register('customer'), body)).status).toBe(400);
});

test('an eleventh contact is refused', async () => {
  const person = await app.register('customer');
  for (let n = 0; n < 10; n++)
    expect((await add(person, { name: `Friend ${n}`, phone: '+91 (11) 2345-678' })).status).toBe(201);
  expect(await add(person, { name: 'One more', phone: '112' })).toMatchObject({
    status: 409,
    body: { detail: 'At most 10 emergency contacts' },
  });
  expect(await list(person)).toHaveLength(10);
});

/** Sends twenty concurrent calls, of which at most one for each slot may succeed; counts the answers by status. */
const addMany = async (person: TestPerson) =>
  tally(
    (await Promise.all(Array.from({ length: 20 }, (_, n) => add(person, { name: `Friend ${n}`, phone: '112' })))).map(
      ({ status }) => status,
    ),
  );

test('ten of twenty concurrent calls store a contact, and each removed contact makes room for another', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await app.register('customer');
    expect(await addMany(person)).toEqual({ 201: 10, 409: 10 });
    const [first, second] = await list(person);
    for (const contact of [first, second])
      await app.request('DELETE', `/emergency/contacts/${contact?.id}`, { token: person.token });
    expect(await addMany(person)).toEqual({ 201: 2, 409: 18 });
    expect(await list(person)).toHaveLength(10);
  }
});

test('contacts stored before slots existed count too, also with concurrent calls', async () => {
  const person = await app.register('customer');
  for (let n = 0; n < 7; n++) await add(person, { name: `Friend ${n}`, phone: '112' });
  await ContactModel.updateMany({ user_id: person.id }, { $unset: { slot: 1 } });
  expect(await addMany(person)).toEqual({ 201: 3, 409: 17 });
  expect(await list(person)).toHaveLength(10);
});
