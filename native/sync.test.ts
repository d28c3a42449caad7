import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allLanguages, loadLanguage, translate } from '@boli/shared/core/messages';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { androidPermissions, androidRemoved, iosPermissions } from './permissions.mjs';

// In a fresh clone the first sync, in `beforeAll`, also installs the packages of the lock file, and builds the client.
jest.setTimeout(300_000);

const here = import.meta.dirname;
const read = (path: string) => readFileSync(join(here, path), 'utf8');
const sync = (environment: Record<string, string> = {}) =>
  spawnSync('npm', ['run', '--silent', 'native:sync'], {
    cwd: join(here, '..'),
    env: { ...process.env, BOLI_SERVER: '', BOLI_GOOGLE_SERVICES: '', BOLI_APNS: '', ...environment },
    encoding: 'utf8',
  });
const folder = mkdtempSync(join(tmpdir(), 'native-'));
afterAll(() => rmSync(folder, { recursive: true }));
/** Firebase's file for one app. */
const googleServices = (appId: string) =>
  JSON.stringify({ client: [{ client_info: { android_client_info: { package_name: appId } } }] });
const MANIFEST = 'android/app/src/main/AndroidManifest.xml';
const PLIST = 'ios/App/App/Info.plist';
const XCODE = 'ios/App/App.xcodeproj/project.pbxproj';
const ASSETS = { android: 'android/app/src/main/assets', ios: 'ios/App/App' };
const { version, dependencies }: { version: string; dependencies: Record<string, string> } = {
  ...JSON.parse(read('package.json')),
  version: JSON.parse(read('../package.json')).version,
};
/** The packages that are plugins: all except Capacitor's core and its two platforms. */
const plugins = Object.keys(dependencies).filter((name) => !/^@capacitor\/(core|android|ios)$/.test(name));
const PUSH = '@capacitor/push-notifications';
const withoutPush = plugins.filter((name) => name !== PUSH);

describe('npm run native:sync', () => {
  beforeAll(() => {
    const { status, stderr } = sync();
    expect([status, stderr]).toEqual([0, '']);
  });

  test('makes a project for Gradle and one for Xcode, with every plugin except the one for notifications', () => {
    for (const path of ['android/gradlew', 'android/settings.gradle', XCODE, 'ios/App/CapApp-SPM/Package.swift'])
      expect([path, existsSync(join(here, path))]).toEqual([path, true]);
    const inAndroid: { pkg: string }[] = JSON.parse(read(`${ASSETS.android}/capacitor.plugins.json`));
    expect(inAndroid.map(({ pkg }) => pkg).sort()).toEqual(withoutPush.sort());
    for (const name of withoutPush) expect(read('ios/App/CapApp-SPM/Package.swift')).toContain(`node_modules/${name}"`);
    expect(read('ios/App/CapApp-SPM/Package.swift')).not.toContain(PUSH);
  });

  test('asks Android only for the permissions of the list, each with its reason, and removes the others that plugins add', () => {
    const manifest = read(MANIFEST);
    const asked = [
      ...manifest.matchAll(/<!-- (.+) -->\s*<uses-permission android:name="android\.permission\.(\w+)" \/>/g),
    ];
    expect(asked.map(([, reason, name]) => [name, reason])).toEqual(androidPermissions);
    expect(manifest.match(/<uses-permission /g)).toHaveLength(
      androidPermissions.length + androidRemoved.permissions.length,
    );
    for (const name of [...androidRemoved.permissions.map((each) => `permission.${each}`), ...androidRemoved.receivers])
      expect(manifest).toMatch(new RegExp(`${name}" tools:node="remove"`));
  });

  test('keeps or removes by name every permission that a plugin would add', () => {
    const known = new Set([...androidPermissions.map(([name]) => name), ...androidRemoved.permissions]);
    const added = plugins.flatMap((name) => {
      const path = `node_modules/${name}/android/src/main/AndroidManifest.xml`;
      return existsSync(join(here, path)) ? [...read(path).matchAll(/uses-permission[^>]*permission\.(\w+)"/g)] : [];
    });
    expect(added.length).toBeGreaterThan(3);
    expect(added.map(([, name = '']) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  test('gives iOS the reason of each permission', () => {
    const plist = read(PLIST);
    for (const [key, reason] of iosPermissions)
      expect(plist).toContain(`<key>${key}</key>\n\t<string>${translate(reason).replaceAll('"', '&quot;')}</string>`);
    expect(plist.match(/UsageDescription/g)).toHaveLength(iosPermissions.length);
    expect(plist).toMatch(/<key>UIBackgroundModes<\/key>\s*<array><string>location<\/string><\/array>/);
  });

  test('gives iOS the reasons of its permissions in every language of the product', async () => {
    const codes = allLanguages();
    await Promise.all(codes.map(loadLanguage));
    const named = codes.map((code) => `<string>${code}</string>`).join('');
    expect(read(PLIST)).toContain(`<key>CFBundleLocalizations</key>\n\t<array>${named}</array>`);
    const project = read(XCODE);
    for (const code of codes) {
      const lines = read(`ios/App/App/${code}.lproj/InfoPlist.strings`).trimEnd().split('\n');
      const expected = iosPermissions.map(([key, reason]) => `${key} = "${translate(reason, {}, code)}";`);
      expect(lines).toEqual(expected);
      expect(project).toContain(`name = ${code}; path = ${code}.lproj/InfoPlist.strings;`);
      expect(project).toMatch(new RegExp(`knownRegions = \\([^)]*\\t${code},`));
    }
    expect(project.match(/InfoPlist\.strings in Resources \*\//g)).toHaveLength(2);
  });

  test('registers links of the scheme `boli` for both apps, and excludes the Android app from backups', () => {
    expect(read(MANIFEST)).toMatch(/action\.VIEW" \/>[\s\S]*<data android:scheme="boli" \/>/);
    expect(read(MANIFEST)).not.toContain('android:scheme="https"');
    expect(read(MANIFEST)).toContain('android:allowBackup="false"');
    expect(read(PLIST)).toMatch(/CFBundleURLSchemes<\/key><array><string>boli</);
    expect(existsSync(join(here, 'ios/App/App/App.entitlements'))).toBe(false);
  });

  test('gives both projects the version of the product', () => {
    expect(read('android/app/build.gradle')).toContain(`versionName "${version}"`);
    expect(read('android/app/build.gradle')).not.toMatch(/versionCode 1\n/);
    expect(read(XCODE).match(new RegExp(`MARKETING_VERSION = ${version};`, 'g'))).toHaveLength(2);
  });

  test('draws the logo as icons and splash screens, in every size of the template', async () => {
    const pictures = ['android/app/src/main/res', 'ios/App/App/Assets.xcassets'].flatMap((folder) =>
      readdirSync(join(here, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.png'))
        .map((name) => join(folder, name)),
    );
    expect(pictures).toHaveLength(30);
    for (const path of pictures) {
      const { dominant } = await sharp(join(here, path)).flatten().stats();
      // The foreground of an icon is transparent around the logo; its background is the colour that is checked below.
      if (path.endsWith('foreground.png')) continue;
      expect([path, dominant.b > dominant.r * 2]).toEqual([path, true]);
    }
    const icon = sharp(join(here, 'ios/App/App/Assets.xcassets/AppIcon.appiconset/AppIcon-512@2x.png'));
    expect(await icon.metadata()).toMatchObject({ width: 1024, height: 1024, hasAlpha: false });
    expect(read('android/app/src/main/res/values/ic_launcher_background.xml')).toContain('#2A3585');
    expect(read('android/app/src/main/res/values/styles.xml')).toContain('windowSplashScreenAnimatedIcon');
  });

  test('copies the page with its files, and nothing that only a browser or a server uses', () => {
    for (const folder of Object.values(ASSETS)) {
      const page = read(`${folder}/public/index.html`);
      for (const [, path = ''] of page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g))
        expect([path, existsSync(join(here, folder, 'public', path))]).toEqual([path, true]);
      expect(page).not.toMatch(/manifest\.webmanifest|boli-server/);
      const files = readdirSync(join(here, folder, 'public'), { recursive: true, encoding: 'utf8' });
      expect(files.filter((name) => /\.(br|gz)$|^sw\.js$|webmanifest/.test(name))).toEqual([]);
    }
  });
});

describe('settings of an operator', () => {
  const operator = {
    BOLI_SERVER: 'https://cabs.example.org',
    BOLI_APP_ID: 'org.example.cabs',
    BOLI_APP_NAME: 'City Cabs',
    BOLI_BUILD: '42',
    BOLI_GOOGLE_SERVICES: join(folder, 'google-services.json'),
    BOLI_APNS: 'on',
  };
  beforeAll(() => {
    writeFileSync(operator.BOLI_GOOGLE_SERVICES, googleServices('org.example.cabs'));
    expect(sync(operator).status).toBe(0);
  });
  // Other tests open the projects as they are made without settings.
  afterAll(() => expect(sync().status).toBe(0));

  test("write the server's address into the page, and let the server's links open the app", () => {
    for (const folder of Object.values(ASSETS))
      expect(read(`${folder}/public/index.html`)).toContain(
        '<meta name="boli-server" content="https://cabs.example.org" />',
      );
    expect(read(MANIFEST)).toMatch(/autoVerify="true">[\s\S]*android:host="cabs\.example\.org" android:path="\/auth"/);
    expect(read('ios/App/App/App.entitlements')).toContain('applinks:cabs.example.org');
    expect(read(XCODE).match(/CODE_SIGN_ENTITLEMENTS = App\/App\.entitlements;/g)).toHaveLength(2);
  });

  test('give both apps the plugin for notifications with its keys, and register nothing before consent', () => {
    const inAndroid: { pkg: string }[] = JSON.parse(read(`${ASSETS.android}/capacitor.plugins.json`));
    expect(inAndroid.map(({ pkg }) => pkg).sort()).toEqual([...plugins].sort());
    expect(read('android/app/google-services.json')).toBe(googleServices('org.example.cabs'));
    expect(read(MANIFEST)).toContain('android:name="firebase_messaging_auto_init_enabled" android:value="false"');
    expect(read(MANIFEST)).toContain('default_notification_icon" android:resource="@drawable/ic_notification"');
    expect(read('android/app/src/main/res/drawable/ic_notification.xml')).toContain('<vector');
    expect(read('ios/App/CapApp-SPM/Package.swift')).toContain(`node_modules/${PUSH}"`);
    expect(read('ios/App/App/App.entitlements')).toMatch(/aps-environment<\/key>\s*<string>development</);
    const delegate = read('ios/App/App/AppDelegate.swift');
    expect(delegate).toContain('name: .capacitorDidRegisterForRemoteNotifications, object: deviceToken');
    expect(delegate).toContain('name: .capacitorDidFailToRegisterForRemoteNotifications, object: error');
    expect(delegate.match(/{/g)).toHaveLength(delegate.match(/}/g)?.length ?? 0);
  });

  test('set the id, the name and the build number of the app', () => {
    expect(read('android/app/build.gradle')).toMatch(/applicationId "org\.example\.cabs"[\s\S]*versionCode 42\n/);
    expect(read('android/app/src/main/res/values/strings.xml')).toContain('<string name="app_name">City Cabs</string>');
    expect(read(XCODE)).toContain('PRODUCT_BUNDLE_IDENTIFIER = org.example.cabs;');
    expect(read(XCODE)).toContain('CURRENT_PROJECT_VERSION = 42;');
  });
});

test("Firebase's file of another app is refused with a message that names the id of this app", () => {
  const path = join(folder, 'another.json');
  writeFileSync(path, googleServices('org.example.other'));
  const { status, stderr } = sync({ BOLI_GOOGLE_SERVICES: path });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^BOLI_GOOGLE_SERVICES is not right.* org\.boli\.app\./)]);
});

test.each([
  ['BOLI_SERVER', 'http://cabs.example.org', 'https://boli.example.org'],
  ['BOLI_SERVER', 'https://cabs.example.org/app', 'https://boli.example.org'],
  ['BOLI_APP_ID', 'cabs', 'org.example.cabs'],
  ['BOLI_BUILD', '1.5', '42'],
  ['BOLI_GOOGLE_SERVICES', '/nowhere/google-services.json', '/etc/boli/google-services.json'],
  ['BOLI_APNS', 'yes', 'on'],
])('a wrong %s (%s) is refused with an example', (name, value, example) => {
  const { status, stderr } = sync({ [name]: value });
  expect([status, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^${name} is not right.*${example}\n$`))]);
});
