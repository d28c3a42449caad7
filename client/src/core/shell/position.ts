import { bridge, type PluginError, type PluginPosition } from './bridge';

/** The code of the plugin for a refusal by the person. */
const REFUSED = 'OS-PLUG-GLOC-0003';

const failureOf = (error: PluginError | undefined): GeolocationPositionError => ({
  code: error?.code === REFUSED ? 1 : 2,
  message: error?.message ?? '',
  PERMISSION_DENIED: 1,
  POSITION_UNAVAILABLE: 2,
  TIMEOUT: 3,
});

const positionOf = ({ timestamp, coords }: PluginPosition): GeolocationPosition => {
  const plain = { ...coords, toJSON: () => coords };
  return { timestamp, coords: plain, toJSON: () => ({ timestamp, coords }) };
};

const optionsOf = ({ enableHighAccuracy = false, timeout = 10_000, maximumAge = 0 }: PositionOptions = {}) => ({
  enableHighAccuracy,
  timeout,
  maximumAge,
});

/** The plugin's id of each watch, by the id that this page has given the watch. */
const watches = new Map<number, string>();
let lastWatch = 0;

/**
 * `navigator.geolocation` by the native plugin, because the web view of iOS would ask for the permission a second time,
 * in the name of "localhost".
 */
const nativeGeolocation: Geolocation = {
  getCurrentPosition: (onPosition, onError, options) => {
    bridge()
      .Plugins.Geolocation.getCurrentPosition(optionsOf(options))
      .then(
        (position) => onPosition(positionOf(position)),
        (error: PluginError) => onError?.(failureOf(error)),
      );
  },
  watchPosition: (onPosition, onError, options) => {
    lastWatch += 1;
    const id = lastWatch;
    const listener = (position: PluginPosition | null, error?: PluginError) => {
      if (!watches.has(id)) return;
      if (position) onPosition(positionOf(position));
      else onError?.(failureOf(error));
    };
    watches.set(id, bridge().Plugins.Geolocation.watchPosition(optionsOf(options), listener));
    return id;
  },
  clearWatch: (id) => {
    const watch = watches.get(id);
    watches.delete(id);
    if (watch !== undefined) void bridge().Plugins.Geolocation.clearWatch({ id: watch });
  },
};

/** Replaces the page's APIs for the position and its permission by those of the native app. */
export function installNativePosition(): void {
  Object.defineProperty(navigator, 'geolocation', { value: nativeGeolocation, configurable: true });
  const query = async ({ name }: { name: string }) => {
    if (name !== 'geolocation') throw new TypeError(`${name} is not a permission of the app`);
    // Rejects if the phone's location is switched off.
    const { location } = await bridge().Plugins.Geolocation.checkPermissions();
    return { name, state: location === 'granted' || location === 'denied' ? location : 'prompt' };
  };
  Object.defineProperty(navigator, 'permissions', { value: { query }, configurable: true });
}
