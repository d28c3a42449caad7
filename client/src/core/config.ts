import { readConfig } from '@boli/shared/app/app.endpoints';
import type { AppConfig } from '@boli/shared/app/app.schema';
import { useEffect, useState } from 'react';
import { call } from './api';

let pending: Promise<AppConfig> | null = null;

/** Reads the server's settings. Concurrent callers share one request. @throws {ApiError} */
export function loadConfig(): Promise<AppConfig> {
  pending ??= call(readConfig, {}).finally(() => {
    pending = null;
  });
  return pending;
}

/**
 * The server's settings that forms need; null while they are not `wanted` and until they are loaded. Until then only
 * the server checks the input against them.
 */
export function useConfig(wanted = true): AppConfig | null {
  const [config, setConfig] = useState<AppConfig | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let isMounted = true;
    loadConfig().then(
      (loaded) => isMounted && setConfig(loaded),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [wanted]);
  return config;
}
