import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { errorCode } from '../core/error-code';
import { badSetting, type SettingName, settings } from '../settings';

/** The service account of a Firebase project, which signs in to Google's services. */
export interface FcmAccount {
  projectId: string;
  email: string;
  key: KeyObject;
  /** The URL that issues its access tokens. */
  tokenUrl: string;
}

/** The key of an Apple developer account that signs provider tokens for APNs. */
export interface ApnsAccount {
  keyId: string;
  teamId: string;
  key: KeyObject;
}

const ServiceAccount = z.object({
  project_id: z.string().regex(/^[\w:.-]+$/),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
});

/** A `read` that keeps its last result: the same text is not parsed again. */
function readOnce<T>(read: (text: string) => T): (text: string) => T {
  let last: { text: string; value: T } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) };
    return last.value;
  };
}

/** The content of the file whose path a setting gives. Throws `BadSetting` if it cannot be read. */
function fileOf(name: SettingName, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw badSetting(name, `the file cannot be read: ${errorCode(error)}`);
  }
}

/** The private key in this PEM text; null if it contains no key, or one for which `isRight` is false. */
function privateKey(pem: string, isRight: (key: KeyObject) => boolean): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return isRight(key) ? key : null;
  } catch {
    return null;
  }
}

const isRsa = (key: KeyObject) => key.asymmetricKeyType === 'rsa';
const isP256 = (key: KeyObject) => key.asymmetricKeyDetails?.namedCurve === 'prime256v1';

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const readServiceAccount = readOnce((setting: string): FcmAccount => {
  const name = 'FCM_SERVICE_ACCOUNT';
  const parsed = ServiceAccount.safeParse(jsonOf(setting.startsWith('{') ? setting : fileOf(name, setting)));
  if (!parsed.success) {
    const fields = new Set(parsed.error.issues.map(({ path }) => path.join('.')).filter(Boolean));
    throw badSetting(name, `not the JSON of a service account: ${[...fields].join(', ') || 'no object'}`);
  }
  const { project_id: projectId, client_email: email, private_key: pem, token_uri: tokenUrl } = parsed.data;
  const key = privateKey(pem, isRsa);
  if (!key) throw badSetting(name, 'its private_key is no RSA key');
  return { projectId, email, key, tokenUrl };
});

const readApnsKey = readOnce((setting: string): KeyObject => {
  const name = 'APNS_KEY';
  // A key in an environment variable may have its line breaks written as `\n`.
  const pem = setting.startsWith('-----BEGIN') ? setting.replaceAll('\\n', '\n') : fileOf(name, setting);
  const key = privateKey(pem, isP256);
  if (!key) throw badSetting(name, 'not a key for APNs as Apple makes them');
  return key;
});

/** The service account for FCM; null if FCM is off. Throws `BadSetting`. */
export function fcmAccount(): FcmAccount | null {
  const { FCM_SERVICE_ACCOUNT } = settings();
  return FCM_SERVICE_ACCOUNT ? readServiceAccount(FCM_SERVICE_ACCOUNT) : null;
}

/** The account for APNs; null if APNs is off. Throws `BadSetting`. */
export function apnsAccount(): ApnsAccount | null {
  const { APNS_KEY, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId } = settings();
  return APNS_KEY && keyId && teamId ? { keyId, teamId, key: readApnsKey(APNS_KEY) } : null;
}

/** Reads the keys for phones when the server starts, so that a wrong one stops the start. Throws `BadSetting`. */
export function checkPushKeys(): void {
  fcmAccount();
  apnsAccount();
}
