import { IconCurrentLocation, IconMinus, IconPlus } from '@tabler/icons-react';
import { t } from '../../core/t';
import styles from './MapControls.module.css';

interface MapControlsProps {
  /** Null on a phone's full-screen map, which is zoomed by touch and by the keys + and −. */
  onZoom: ((step: 1 | -1) => void) | null;
  /** Moves the camera back to the followed point or trip; null until the user has moved the map away from it. */
  onRecentre: (() => void) | null;
  /** Moves the camera to the device's position; null if that is unknown, or if the map has no room for the button. */
  onLocate: (() => void) | null;
  simplified: boolean;
}

/**
 * The buttons for zoom, for the device's position and for the return to the followed point, and the notice of the
 * bundled map.
 */
export function MapControls({ onZoom, onRecentre, onLocate, simplified }: MapControlsProps) {
  return (
    <>
      {(onZoom || onLocate) && (
        <div className={styles.zoom}>
          {onZoom && (
            <>
              <button type="button" aria-label={t('map.zoom_in')} onClick={() => onZoom(1)}>
                <IconPlus size={20} stroke={1.75} aria-hidden="true" />
              </button>
              <button type="button" aria-label={t('map.zoom_out')} onClick={() => onZoom(-1)}>
                <IconMinus size={20} stroke={1.75} aria-hidden="true" />
              </button>
            </>
          )}
          {onLocate && (
            <button type="button" aria-label={t('map.locate')} onClick={onLocate}>
              <IconCurrentLocation size={20} stroke={1.75} aria-hidden="true" />
            </button>
          )}
        </div>
      )}
      {onRecentre && (
        <button
          type="button"
          className={`boli-pill ${styles.recentre} ${onZoom ? '' : styles.alone}`}
          onClick={onRecentre}
        >
          <IconCurrentLocation size={20} stroke={1.75} aria-hidden="true" />
          {t('map.recentre')}
        </button>
      )}
      {simplified && <span className={styles.notice}>{t('map.offline_notice')}</span>}
    </>
  );
}
