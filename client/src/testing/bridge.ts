interface PluginCall {
  name: string;
  options: unknown;
}

/**
 * A fake native side. It records every call of a plugin, except the registration of listeners; `emit` sends an event to
 * the listener that was registered for it.
 */
export interface FakeBridge {
  calls: PluginCall[];
  /** Names of the calls, in order. */
  names: () => string[];
  emit: (event: string, given?: object) => void;
  remove: () => void;
}

type Answers = Record<string, (...given: never[]) => unknown>;

/** Puts a native side into the page; `answers` are its methods by name, such as `AppLauncher.openUrl`. */
export function fakeBridge(answers: Answers = {}, platform = 'ios'): FakeBridge {
  const calls: PluginCall[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const listen = (event: string, listener: (given: object) => void) => {
    listeners.set(event, listener);
    return { remove: async () => {} };
  };
  const methodOf = (plugin: string, method: string) =>
    method === 'addListener'
      ? listen
      : (options: unknown, ...more: unknown[]) => {
          calls.push({ name: `${plugin}.${method}`, options });
          const answer = answers[`${plugin}.${method}`];
          return answer ? Reflect.apply(answer, null, [options, ...more]) : Promise.resolve();
        };
  const Plugins = new Proxy(
    {},
    { get: (_, plugin) => new Proxy({}, { get: (__, method) => methodOf(String(plugin), String(method)) }) },
  );
  Object.assign(window, { Capacitor: { getPlatform: () => platform, Plugins } });
  return {
    calls,
    names: () => calls.map(({ name }) => name),
    emit: (event, given = {}) => listeners.get(event)?.(given),
    remove: () => void Reflect.deleteProperty(window, 'Capacitor'),
  };
}
