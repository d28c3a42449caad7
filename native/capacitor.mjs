/**
 * The settings of Capacitor.
 * @param {{ appId: string, name: string }} settings
 */
export function capacitorConfig({ appId, name }) {
  return {
    appId,
    appName: name,
    webDir: 'www',
    backgroundColor: '#F7F6F2',
    // A release writes nothing to the phone's log, which other programs can read over USB.
    loggingBehavior: 'debug',
    android: {
      // Without it callbacks of the background position stop after five minutes with the screen off.
      useLegacyBridge: true,
    },
    plugins: {
      // The page reads the insets as env(safe-area-inset-*); the bridge writes variables for older web views.
      SystemBars: { insetsHandling: 'css', initialViewportFitValueHint: 'cover' },
      // The page shrinks above the keyboard, as in a browser.
      Keyboard: { resize: 'native', autoBackdropColor: 'dom' },
      // The shell hides it after its first screen (client/src/app/native-shell.tsx).
      SplashScreen: { launchAutoHide: false, launchFadeOutDuration: 150 },
    },
  };
}
