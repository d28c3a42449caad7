import { readFileSync } from 'node:fs';

const { dependencies } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
const PUSH = '@capacitor/push-notifications';

/** The packages that are plugins: all except Capacitor's core and its two platforms. */
const plugins = Object.keys(dependencies).filter((name) => !/^@capacitor\/(core|android|ios)$/.test(name));
const pluginsWith = (/** @type {boolean} */ hasPush) => plugins.filter((name) => hasPush || name !== PUSH);

/**
 * The settings of Capacitor. The plugin for notifications is left out if the platform has no keys: on Android it
 * crashes the app without Firebase's file.
 * @param {import('./settings.mjs').NativeSettings} settings
 */
export function capacitorConfig({ appId, name, googleServices, hasApns }) {
  return {
    appId,
    appName: name,
    webDir: 'www',
    backgroundColor: '#F7F6F2',
    // A release writes nothing to the phone's log, which other programs can read over USB.
    loggingBehavior: 'debug',
    android: {
      // Without this setting the page gets no more positions after five minutes with the screen off.
      useLegacyBridge: true,
      includePlugins: pluginsWith(googleServices !== null),
    },
    ios: { includePlugins: pluginsWith(hasApns) },
    plugins: {
      // The page reads the insets as env(safe-area-inset-*); the bridge writes variables for older web views.
      SystemBars: { insetsHandling: 'css', initialViewportFitValueHint: 'cover' },
      // The page shrinks above the keyboard, as in a browser.
      Keyboard: { resize: 'native', autoBackdropColor: 'dom' },
      // While the app is in the foreground, the system shows no notification: the page shows a message itself.
      PushNotifications: { presentationOptions: [] },
      // The shell hides the splash screen once its first screen is shown (client/src/app/native-shell.tsx).
      SplashScreen: { launchAutoHide: false, launchFadeOutDuration: 150 },
    },
  };
}
