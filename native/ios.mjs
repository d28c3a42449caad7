import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addReasons } from './ios-reasons.mjs';
import { iosPermissions } from './permissions.mjs';
import { change, xml } from './text.mjs';
import { DEFAULT_LANGUAGE, textOf } from './texts.mjs';

/**
 * Gives the generated iOS project its permissions, links and version.
 * @param {string} project its folder
 * @param {import('./settings.mjs').NativeSettings} settings
 * @param {import('./texts.mjs').Texts} texts
 */
export function finishIos(project, { server, appId, version, build, hasApns }, texts) {
  const app = join(project, 'App');
  change(join(app, 'App/Info.plist'), [[/<\/dict>\n<\/plist>/, `${entries(appId, texts)}\n</dict>\n</plist>`]]);
  addReasons(app, texts);
  change(join(app, 'App.xcodeproj/project.pbxproj'), [
    ['MARKETING_VERSION = 1.0;', `MARKETING_VERSION = ${version};`],
    ['CURRENT_PROJECT_VERSION = 1;', `CURRENT_PROJECT_VERSION = ${build};`],
  ]);
  if (hasApns) change(join(app, 'App/AppDelegate.swift'), [[/\n}\s*$/, `\n${registrationHooks}}\n`]]);
  const entitled = entitlements(server, hasApns);
  if (entitled.length === 0) return;
  writeFileSync(join(app, 'App/App.entitlements'), plist(entitled));
  change(join(app, 'App.xcodeproj/project.pbxproj'), [
    [
      'INFOPLIST_FILE = App/Info.plist;',
      'CODE_SIGN_ENTITLEMENTS = App/App.entitlements;\n\t\t\t\tINFOPLIST_FILE = App/Info.plist;',
    ],
  ]);
}

/**
 * @param {string} appId
 * @param {import('./texts.mjs').Texts} texts
 */
function entries(appId, texts) {
  const text = (/** @type {string} */ content) => `<string>${xml(content)}</string>`;
  const list = (/** @type {readonly string[]} */ ...items) => `<array>${items.join('')}</array>`;
  const all = [
    ...iosPermissions.map(
      ([key, reason]) => /** @type {const} */ ([key, text(textOf(texts, DEFAULT_LANGUAGE, reason))]),
    ),
    // The driver's positions are sent during a ride also while the screen is off.
    ['UIBackgroundModes', list(text('location'))],
    [
      'CFBundleURLTypes',
      list(`<dict><key>CFBundleURLName</key>${text(appId)}<key>CFBundleURLSchemes</key>${list(text('boli'))}</dict>`),
    ],
    ['CFBundleLocalizations', list(...Object.keys(texts).map(text))],
    // The app uses no encryption except the system's (HTTPS).
    ['ITSAppUsesNonExemptEncryption', '<false/>'],
    ['NSAppTransportSecurity', '<dict><key>NSAllowsLocalNetworking</key><true/></dict>'],
  ];
  return all.map(([key, value]) => `\t<key>${key}</key>\n\t${value}`).join('\n');
}

/**
 * The entitlements: the capabilities of the app, each of which the developer's account has to allow.
 * @param {string | null} server
 * @param {boolean} hasApns
 */
function entitlements(server, hasApns) {
  const entries = [];
  // The capability "Associated Domains": links in mails open the app.
  if (server !== null) {
    const domain = `applinks:${xml(new URL(server).hostname)}`;
    entries.push(`<key>com.apple.developer.associated-domains</key>\n\t<array><string>${domain}</string></array>`);
  }
  // The capability "Push Notifications"; when Xcode exports the app for the store, it writes "production" instead.
  if (hasApns) entries.push('<key>aps-environment</key>\n\t<string>development</string>');
  return entries;
}

const plist = (/** @type {readonly string[]} */ entries) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${entries.map((entry) => `\t${entry}\n`).join('')}</dict>
</plist>
`;

/** Passes the device token, or the error of the registration, to the plugin. */
const registrationHooks = `
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        NotificationCenter.default.post(name: .capacitorDidRegisterForRemoteNotifications, object: deviceToken)
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {
        NotificationCenter.default.post(name: .capacitorDidFailToRegisterForRemoteNotifications, object: error)
    }
`;
