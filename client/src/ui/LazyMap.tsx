import { MAP_HEIGHT_PX } from '@boli/shared/core/constants';
import { lazy, Suspense } from 'react';
import { afterFirstView } from '../core/early';
import { t } from '../core/t';
import { ErrorBoundary } from './ErrorBoundary';
import styles from './map/map.module.css';
import type { MapViewProps } from './map/marker';

const MapView = lazy(async () => {
  await afterFirstView();
  return { default: (await import('./MapView')).MapView };
});

/**
 * The map, loaded when it is first shown, but not before the first view of the page. If loading fails, a
 * text replaces the map: the list beside it has the same content.
 */
export function LazyMap(props: MapViewProps) {
  const { height = MAP_HEIGHT_PX } = props;
  const place = (text: string) => (
    <div className={styles.frame} style={{ height: height === 'fill' ? '100%' : height }} data-map-ready="false">
      <p className={styles.sentence}>{text}</p>
    </div>
  );
  return (
    <ErrorBoundary fallback={place(t('map.failed'))}>
      <Suspense fallback={place(t('map.loading'))}>
        <MapView {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
