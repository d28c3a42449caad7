import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { androidPermissions, androidRemoved } from './permissions.mjs';
import { change, xml } from './text.mjs';

const TOOLS = 'xmlns:tools="http://schemas.android.com/tools"';

/**
 * Gives the generated Android project its permissions, links, version and signature.
 * @param {string} project its folder
 * @param {import('./settings.mjs').NativeSettings} settings
 */
export function finishAndroid(project, { server, version, build }) {
  const app = join(project, 'app');
  change(join(app, 'src/main/AndroidManifest.xml'), [
    [/(?<=<manifest xmlns:android="[^"]+")>/, ` ${TOOLS}>`],
    // A backup would copy the sign-in to another phone.
    ['android:allowBackup="true"', 'android:allowBackup="false"\n        android:dataExtractionRules="@xml/no_backup"'],
    ['        android:icon=', '        android:networkSecurityConfig="@xml/network_security"\n        android:icon='],
    ['        </activity>', `${links(server)}\n        </activity>`],
    ['    </application>', `${removedReceivers()}\n${messaging}\n    </application>`],
    [/ {4}<!-- Permissions -->[\s\S]*(?=<\/manifest>)/, `${permissions()}\n`],
  ]);
  writeFileSync(join(app, 'src/main/res/xml/network_security.xml'), networkSecurity);
  writeFileSync(join(app, 'src/main/res/xml/no_backup.xml'), noBackup);
  writeFileSync(join(app, 'src/main/res/drawable/ic_notification.xml'), notificationIcon);
  change(join(app, 'build.gradle'), [
    ['versionCode 1', `versionCode ${build}`],
    ['versionName "1.0"', `versionName "${version}"`],
    ['    buildTypes {\n        release {\n', signing],
  ]);
}

function permissions() {
  const used = androidPermissions.map(
    ([name, reason]) => `    <!-- ${reason} -->\n    <uses-permission android:name="android.permission.${name}" />`,
  );
  const removed = androidRemoved.permissions.map(
    (name) => `    <uses-permission android:name="android.permission.${name}" tools:node="remove" />`,
  );
  // Customers may use tablets without GPS.
  const gps =
    '    <uses-feature android:name="android.hardware.location.gps" android:required="false" tools:replace="android:required" />';
  return [...used, ...removed, gps].join('\n');
}

function removedReceivers() {
  return androidRemoved.receivers
    .map((name) => `        <receiver android:name="${name}" tools:node="remove" />`)
    .join('\n');
}

/** The links that open the app: `boli://`, and the links in mails if the server's address is built in. */
function links(/** @type {string | null} */ server) {
  const filter = (/** @type {string} */ attributes, /** @type {readonly string[]} */ data) =>
    [
      `            <intent-filter${attributes}>`,
      '                <action android:name="android.intent.action.VIEW" />',
      '                <category android:name="android.intent.category.DEFAULT" />',
      '                <category android:name="android.intent.category.BROWSABLE" />',
      ...data.map((each) => `                <data ${each} />`),
      '            </intent-filter>',
    ].join('\n');
  const own = filter('', ['android:scheme="boli"']);
  if (server === null) return own;
  const host = xml(new URL(server).hostname);
  const pages = ['/', '/auth'].map((path) => `android:scheme="https" android:host="${host}" android:path="${path}"`);
  return `${own}\n${filter(' android:autoVerify="true"', pages)}`;
}

/**
 * Firebase registers nothing before the person has switched notifications on, and shows them with an icon of one
 * colour.
 */
const messaging = `        <meta-data android:name="firebase_messaging_auto_init_enabled" android:value="false" />
        <meta-data android:name="com.google.firebase.messaging.default_notification_icon" android:resource="@drawable/ic_notification" />`;

/** A car seen from the front: Android uses only its shape, not its colour. */
const notificationIcon = `<?xml version="1.0" encoding="utf-8"?>
<vector xmlns:android="http://schemas.android.com/apk/res/android"
    android:width="24dp" android:height="24dp" android:viewportWidth="24" android:viewportHeight="24">
    <path android:fillColor="#FFFFFFFF" android:pathData="M5,5h14l3,7v6h-3v2h-3v-2H8v2H5v-2H2v-6zM6.4,7l-1.7,4h14.6l-1.7,-4z" />
</vector>
`;

/**
 * Unencrypted connections are allowed only to the phone itself: `adb reverse` forwards them to a developer's server.
 */
const networkSecurity = `<?xml version="1.0" encoding="utf-8"?>
<network-security-config>
    <base-config cleartextTrafficPermitted="false" />
    <domain-config cleartextTrafficPermitted="true">
        <domain includeSubdomains="false">localhost</domain>
        <domain includeSubdomains="false">127.0.0.1</domain>
    </domain-config>
</network-security-config>
`;

const noBackup = `<?xml version="1.0" encoding="utf-8"?>
<data-extraction-rules>
    <cloud-backup>
        <exclude domain="root" />
    </cloud-backup>
    <device-transfer>
        <exclude domain="root" />
    </device-transfer>
</data-extraction-rules>
`;

/** A release is signed if the environment names a key store. */
const signing = `    signingConfigs {
        if (System.getenv("BOLI_KEYSTORE")) {
            release {
                storeFile file(System.getenv("BOLI_KEYSTORE"))
                storePassword System.getenv("BOLI_KEYSTORE_PASSWORD")
                keyAlias System.getenv("BOLI_KEY_ALIAS")
                keyPassword System.getenv("BOLI_KEY_PASSWORD")
            }
        }
    }
    buildTypes {
        release {
            if (System.getenv("BOLI_KEYSTORE")) {
                signingConfig signingConfigs.release
            }
`;
