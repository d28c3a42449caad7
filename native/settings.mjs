import { existsSync, readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/**
 * `server`: the origin that is built in; `build`: the build number, by which Google Play and the App Store recognize
 * the newer upload; `googleServices`: the path of Firebase's `google-services.json`; `hasApns`: whether the iOS app may
 * ask for notifications.
 * @typedef {{ server: string | null, appId: string, name: string, version: string, build: number }
 *   & { googleServices: string | null, hasApns: boolean }} NativeSettings
 */

/**
 * Reads the operator's choices for the generated projects from environment variables (docs/NATIVE.md).
 * @param {Record<string, string | undefined>} environment
 * @returns {NativeSettings}
 * @throws {Error} with a sentence that names the variable and an example
 */
export function readNativeSettings(environment) {
  const read = (/** @type {string} */ variable) => environment[variable]?.trim() || undefined;
  const appId = read('BOLI_APP_ID') ?? 'org.boli.app';
  if (!/^[a-z]\w*(\.[a-z]\w*)+$/i.test(appId))
    throw new Error('BOLI_APP_ID is not right. An example: org.example.cabs');
  const build = Number(read('BOLI_BUILD') ?? buildOf(version));
  if (!Number.isInteger(build) || build < 1 || build > 2_100_000_000) {
    throw new Error('BOLI_BUILD is not right: it has to be a whole number from 1 to 2100000000. An example: 42');
  }
  const apns = read('BOLI_APNS') ?? 'off';
  if (apns !== 'on' && apns !== 'off')
    throw new Error('BOLI_APNS is not right: it has to be on or off. An example: on');
  return {
    ...{ server: serverOf(read('BOLI_SERVER')), appId, name: read('BOLI_APP_NAME') ?? 'Boli', version, build },
    googleServices: googleServicesOf(read('BOLI_GOOGLE_SERVICES'), appId),
    hasApns: apns === 'on',
  };
}

/**
 * @param {string | undefined} path
 * @param {string} appId
 */
function googleServicesOf(path, appId) {
  if (path === undefined) return null;
  const example = 'An example: /etc/boli/google-services.json';
  if (!existsSync(path)) throw new Error(`BOLI_GOOGLE_SERVICES is not right: there is no such file. ${example}`);
  // Gradle would refuse the file of another app, in words that do not name the setting.
  if (!idsIn(path).includes(appId)) {
    throw new Error(`BOLI_GOOGLE_SERVICES is not right: it has to be Firebase's file for the app ${appId}. ${example}`);
  }
  return path;
}

/**
 * @param {string} path a `google-services.json`, which lists the apps of a Firebase project; another file has no ids
 */
function idsIn(path) {
  try {
    /** @type {{ client: { client_info: { android_client_info: { package_name: string } } }[] }} */
    const { client } = JSON.parse(readFileSync(path, 'utf8'));
    return client.map((app) => app.client_info.android_client_info.package_name);
  } catch {
    return [];
  }
}

/** @param {string | undefined} address */
function serverOf(address) {
  if (address === undefined) return null;
  const url = URL.canParse(address) ? new URL(address) : null;
  // Android and iOS refuse unencrypted connections of apps.
  if (url?.protocol !== 'https:' || url.pathname !== '/' || url.search || url.username) {
    throw new Error(
      'BOLI_SERVER is not right: it has to be an https address without a path. An example: https://boli.example.org',
    );
  }
  return url.origin;
}

/** @param {string} text `major.minor.patch` */
function buildOf(text) {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map(Number);
  return major * 10_000 + minor * 100 + patch;
}
