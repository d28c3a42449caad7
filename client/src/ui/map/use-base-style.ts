import type { StyleSpecification } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ErrorEvent, MapSourceDataEvent } from 'react-map-gl/maplibre';
import { loadConfig } from '../../core/config';
import { useLanguage } from '../../core/language';
import { bundledStyle, type MapSource, OWN_SOURCE, serviceStyle } from './base-style';
import type { Scheme } from './palette';

/** A service that loaded nothing before this many errors, or within this time (ms), counts as unreachable. */
const ERRORS_TO_FALL = 3;
const FIRST_TILE_MS = 8_000;
/**
 * Milliseconds after a failure for which every map of the page opens with the bundled style, instead of waiting again.
 */
const RETRY_AFTER_MS = 60_000;

let configured: Promise<MapSource> | null = null;
let failedAt: number | null = null;

function loadSource(): Promise<MapSource> {
  configured ??= loadConfig().then(
    ({ map, city }) => ({ ...map, city }),
    (error: unknown) => {
      configured = null;
      throw error;
    },
  );
  return configured;
}

const failedLately = () => !navigator.onLine || (failedAt !== null && Date.now() - failedAt < RETRY_AFTER_MS);

interface BaseStyle {
  /** Null until it is known which service is configured. */
  style: StyleSpecification | string | null;
  /** Whether the bundled map is shown. */
  simplified: boolean;
  onError: (event: ErrorEvent) => void;
  onSourceData: (event: MapSourceDataEvent) => void;
}

/**
 * The configured service; null until it is read, `unknown` when the server is unreachable. Calls `onRetry` when the
 * network is back.
 */
function useSource(onRetry: () => void): MapSource | 'unknown' | null {
  const [source, setSource] = useState<MapSource | 'unknown' | null>(null);
  const retried = useRef(onRetry);
  useEffect(() => {
    retried.current = onRetry;
  });
  useEffect(() => {
    let mounted = true;
    const found = (read: MapSource) => {
      if (mounted) setSource(read);
    };
    loadSource().then(found, () => mounted && setSource('unknown'));
    const retry = () => {
      retried.current();
      loadSource().then(found, () => {});
    };
    window.addEventListener('online', retry);
    return () => {
      mounted = false;
      window.removeEventListener('online', retry);
    };
  }, []);
  return source;
}

/**
 * The configured map style, or the bundled one if none is configured, or if the configured one cannot be loaded: the
 * server or the network is unreachable, the style fails, or three errors occur or eight seconds pass before anything is
 * loaded. Tries the service again when the network is back.
 */
export function useBaseStyle(scheme: Scheme): BaseStyle {
  const [fallen, setFallen] = useState(failedLately);
  const seen = useRef({ tiles: 0, errors: 0 });
  const source = useSource(() => {
    failedAt = null;
    seen.current = { tiles: 0, errors: 0 };
    setFallen(false);
  });

  const language = useLanguage((page) => page.language);
  const service = useMemo(
    () => (source && source !== 'unknown' ? serviceStyle(source, scheme, language) : null),
    [source, scheme, language],
  );
  const bundled = useMemo(() => bundledStyle(scheme), [scheme]);
  const simplified = fallen || (source !== null && service === null);

  const fall = () => {
    failedAt = Date.now();
    setFallen(true);
  };

  useEffect(() => {
    if (simplified || !service) return;
    const timer = setTimeout(() => {
      if (seen.current.tiles > 0) return;
      failedAt = Date.now();
      setFallen(true);
    }, FIRST_TILE_MS);
    return () => clearTimeout(timer);
  }, [simplified, service]);

  const onError = (event: ErrorEvent) => {
    if (simplified) return;
    const sourceId = 'sourceId' in event && typeof event.sourceId === 'string' ? event.sourceId : null;
    if (sourceId?.startsWith(OWN_SOURCE)) return;
    if (!sourceId && !('tile' in event)) return fall();
    seen.current.errors += 1;
    if (seen.current.tiles === 0 && seen.current.errors >= ERRORS_TO_FALL) fall();
  };
  const onSourceData = (event: MapSourceDataEvent) => {
    if (event.sourceId.startsWith(OWN_SOURCE)) return;
    if (event.tile?.state === 'loaded') seen.current.tiles += 1;
  };

  return { style: simplified ? bundled : service, simplified, onError, onSourceData };
}
