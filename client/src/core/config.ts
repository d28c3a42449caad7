import { readConfig } from '@boli/shared/app/app.endpoints';
import type { AppConfig } from '@boli/shared/app/app.schema';
import { useEffect, useState } from 'react';
import { call } from './api';

/** The server's settings that forms need; null until loaded (until then only the server validates them). */
export function useConfig(): AppConfig | null {
  const [config, setConfig] = useState<AppConfig | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    call(readConfig, { signal: controller.signal }).then(setConfig, () => undefined);
    return () => controller.abort();
  }, []);
  return config;
}
