import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { BadSetting, configure, readSettings } from '../settings';
import { apnsAccount, checkPushKeys, fcmAccount } from './push.credentials';

const folder = mkdtempSync(join(tmpdir(), 'boli-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => configure(readSettings({})));

const pemOf = ({ privateKey }: ReturnType<typeof generateKeyPairSync>) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const rsa = pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }));
const p256 = pemOf(generateKeyPairSync('ec', { namedCurve: 'prime256v1' }));
const p384 = pemOf(generateKeyPairSync('ec', { namedCurve: 'secp384r1' }));
const ids = { APNS_KEY_ID: 'ABC123DEFG', APNS_TEAM_ID: 'DEF123GHIJ', APNS_TOPIC: 'org.example.cabs' };
const account = (more: object = {}) =>
  JSON.stringify({ project_id: 'boli', client_email: 'push@example.org', private_key: rsa, ...more });
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** The message with which the start of the server fails; null if the start succeeds. */
function refusal(environment: Record<string, string>): string | null {
  configure(readSettings(environment));
  try {
    checkPushKeys();
    return null;
  } catch (error) {
    if (error instanceof BadSetting) return error.message;
    throw error;
  }
}

test('without keys both services for phones are off', () => {
  expect([refusal({}), fcmAccount(), apnsAccount()]).toEqual([null, null, null]);
});

describe('the keys are read', () => {
  test('from files', () => {
    const FCM_SERVICE_ACCOUNT = file('account.json', account());
    expect(refusal({ FCM_SERVICE_ACCOUNT, APNS_KEY: file('key.p8', p256), ...ids })).toBeNull();
    expect(fcmAccount()).toMatchObject({ projectId: 'boli', tokenUrl: 'https://oauth2.googleapis.com/token' });
    expect(apnsAccount()).toMatchObject({ keyId: 'ABC123DEFG', teamId: 'DEF123GHIJ' });
  });

  test('from the settings themselves, with line breaks written as \\n, too', () => {
    expect(refusal({ FCM_SERVICE_ACCOUNT: account(), APNS_KEY: p256.replaceAll('\n', '\\n'), ...ids })).toBeNull();
    expect([fcmAccount()?.email, apnsAccount()?.key.type]).toEqual(['push@example.org', 'private']);
  });
});

describe('the start fails with a message that names the setting and the fault, and never contains a key', () => {
  test.each([
    ['FCM_SERVICE_ACCOUNT', 'a missing file', join(folder, 'none.json'), 'ENOENT'],
    ['FCM_SERVICE_ACCOUNT', 'truncated JSON', '{', 'no object'],
    ['FCM_SERVICE_ACCOUNT', 'an account without a key', account({ private_key: undefined }), 'private_key'],
    ['FCM_SERVICE_ACCOUNT', 'an invalid project', account({ project_id: 'a/b' }), 'project_id'],
    ['FCM_SERVICE_ACCOUNT', 'an invalid address for tokens', account({ token_uri: 'token' }), 'token_uri'],
    ['FCM_SERVICE_ACCOUNT', 'a key that is not RSA', account({ private_key: p256 }), 'no RSA key'],
    ['APNS_KEY', 'a missing file', join(folder, 'none.p8'), 'ENOENT'],
    ['APNS_KEY', 'a folder', folder, 'EISDIR'],
    ['APNS_KEY', 'a truncated key', '-----BEGIN PRIVATE KEY-----', 'not a key'],
    ['APNS_KEY', 'an RSA key', rsa, 'not a key'],
    ['APNS_KEY', 'a key of another curve', p384, 'not a key'],
  ])('if %s is %s', (name, _what, value, fault) => {
    const sentence = refusal({ ...ids, [name]: value });
    expect(sentence).toMatch(
      new RegExp(`^The setting ${name} is not right \\(.*${fault}.*An example that works: ${name}=/run`),
    );
    expect(sentence).not.toContain('BEGIN');
  });
});
