import { readConfig } from '@boli/shared/app/app.endpoints';
import type { AppConfig } from '@boli/shared/app/app.schema';
import { useEffect, useState } from 'react';
import { call } from './api';

/** What the forms must know of the server's settings; null until it has answered (then the server alone judges). */
export function useConfig(): AppConfig | null {
  const [config, setConfig] = useState<AppConfig | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    call(readConfig, { signal: stop.signal }).then(setConfig, () => undefined);
    return () => stop.abort();
  }, []);
  return config;
}
