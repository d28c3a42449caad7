/** The registration of a listener at a plugin. */
interface Listener {
  remove: () => Promise<void>;
}

/** A position as Capacitor's plugin reports it: the values of a browser's position, without its methods. */
export interface PluginPosition {
  timestamp: number;
  coords: Omit<GeolocationCoordinates, 'toJSON'>;
}

/** The error of a plugin; the plugin's documentation lists the codes. */
export interface PluginError {
  code?: string;
  message?: string;
}

interface PositionOptionsOfPlugin {
  enableHighAccuracy: boolean;
  timeout: number;
  maximumAge: number;
}

/** The plugins of native/package.json, with the methods that are used. */
interface Plugins {
  App: {
    addListener: ((event: 'backButton', listener: () => void) => Listener) &
      ((event: 'appUrlOpen', listener: (link: { url: string }) => void) => Listener);
    /** The link that opened the app. */
    getLaunchUrl: () => Promise<{ url: string } | undefined>;
    /** Android only. */
    minimizeApp: () => Promise<void>;
  };
  AppLauncher: { openUrl: (target: { url: string }) => Promise<{ completed: boolean }> };
  BackgroundGeolocation: {
    start: (
      options: BackgroundOptions,
      listener: (position: BackgroundPosition | null, error?: PluginError) => void,
    ) => unknown;
    stop: () => Promise<void>;
    updateHeaders: (options: { headers: Record<string, string> }) => Promise<void>;
  };
  Geolocation: {
    getCurrentPosition: (options: PositionOptionsOfPlugin) => Promise<PluginPosition>;
    watchPosition: (
      options: PositionOptionsOfPlugin,
      listener: (position: PluginPosition | null, error?: PluginError) => void,
    ) => string;
    clearWatch: (watch: { id: string }) => Promise<void>;
    checkPermissions: () => Promise<{ location: string }>;
  };
  Haptics: { vibrate: (options: { duration: number }) => Promise<void> };
  /** Only in an app that was made with the keys of its platform (docs/NATIVE.md). */
  PushNotifications?: PushPlugin;
  Share: { share: (content: { title?: string; text: string }) => Promise<unknown> };
  SplashScreen: { hide: () => Promise<void> };
  SystemBars: { setStyle: (options: { style: 'DARK' | 'LIGHT' }) => Promise<void> };
}

/** The methods of @capacitor/push-notifications that are used. */
export interface PushPlugin {
  addListener: ((event: 'registration', listener: (token: { value: string }) => void) => Listener) &
    ((event: 'registrationError', listener: (failure: { error: string }) => void) => Listener) &
    ((
      event: 'pushNotificationActionPerformed',
      listener: (action: { notification: { data?: { url?: unknown } } }) => void,
    ) => Listener);
  checkPermissions: () => Promise<{ receive: string }>;
  requestPermissions: () => Promise<{ receive: string }>;
  register: () => Promise<void>;
  unregister: () => Promise<void>;
  removeAllDeliveredNotifications: () => Promise<void>;
  /** Android only. */
  createChannel: (channel: { id: string; name: string; importance: number }) => Promise<void>;
}

/** See `StartOptions` of @capgo/background-geolocation. */
interface BackgroundOptions {
  backgroundTitle: string;
  backgroundMessage: string;
  requestPermissions: boolean;
  stale: boolean;
  distanceFilter: number;
  minIntervalMs: number;
  url?: string;
  headers?: Record<string, string>;
}

/** See `Location` of @capgo/background-geolocation: degrees, metres, metres a second, epoch milliseconds. */
export interface BackgroundPosition {
  latitude: number;
  longitude: number;
  accuracy: number | null;
  bearing: number | null;
  speed: number | null;
  time: number | null;
}

/** The native side, which puts itself and its plugins into the page: the client needs no package for it. */
interface Bridge {
  getPlatform: () => string;
  Plugins: Plugins;
}

declare global {
  interface Window {
    Capacitor?: Bridge;
  }
}

/** The native side. Throws in a browser: call it only if `isShell()`. */
export function bridge(): Bridge {
  if (!window.Capacitor) throw new Error('the page does not run in the native shell');
  return window.Capacitor;
}
