import { expect, test } from '@jest/globals';
import { setUpRealtimeApp } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { accountOf, createAdmin, listAdmins, setPassword } from './operator.service';

const app = setUpRealtimeApp();

const input = { name: ' Meera ', email: ' Meera@Example.org', password: 'cart horse staple' };
const login = (email: string, password: string) => app.request('POST', '/auth/login', { body: { email, password } });

test('an operator can create an admin while ADMIN_SIGNUP is closed, by the rules of registration', async () => {
  const restore = withSettings({ ADMIN_SIGNUP: 'closed', PASSWORD_COMMON: 'refuse' });
  expect(await createAdmin(input)).toMatchObject({ name: 'Meera', email: 'meera@example.org', role: 'admin' });
  await expect(createAdmin(input)).rejects.toMatchObject({ status: 409 });
  for (const wrong of [{ email: 'nobody' }, { name: ' ' }, { password: 'seven77' }, { password: 'Password123' }]) {
    await expect(createAdmin({ ...input, email: 'x@example.org', ...wrong })).rejects.toMatchObject({ status: 400 });
  }
  restore();
  expect((await login(input.email, input.password)).body).toMatchObject({ user: { role: 'admin' } });
  expect((await listAdmins()).map(({ email }) => email)).toEqual(['meera@example.org']);
});

test('a password set by an operator ends every session and socket of that account, and of no other', async () => {
  const [person, other] = await Promise.all([app.register('customer'), app.register('customer')]);
  const socket = await app.connect(person.token);
  await setPassword(await accountOf(person.email.toUpperCase()), 'a wholly other one');
  await socket.gone();
  expect(socket.all('session:ended')).toEqual([{ reason: 'password_changed' }]);
  expect((await app.request('GET', '/auth/me', { token: person.token })).status).toBe(401);
  expect((await login(person.email, person.password)).status).toBe(401);
  expect((await login(person.email, 'a wholly other one')).status).toBe(200);
  expect((await app.request('GET', '/auth/me', { token: other.token })).status).toBe(200);
  await expect(accountOf('nobody@example.org')).rejects.toMatchObject({ status: 404 });
});
