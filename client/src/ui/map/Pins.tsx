import { IconCar } from '@tabler/icons-react';
import { isFinger } from '../../core/motion';
import type { MapMarker } from './marker';
import { bubbleText } from './marker-price';
import styles from './Pins.module.css';

interface PinProps {
  marker: MapMarker;
}

const letters = { pickup: 'P', drop: 'D' } as const;
/** Both outlines are 40 by 50 pixels, with the tip at the middle of the lower edge. */
const outlines = {
  pickup: 'M20 48C20 48 4 32.5 4 19a16 16 0 0 1 32 0c0 13.5-16 29-16 29Z',
  drop: 'M12 3h16a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8h-2.5L20 47l-5.5-12H12a8 8 0 0 1-8-8V11a8 8 0 0 1 8-8Z',
} as const;

interface KindProps {
  kind: 'pickup' | 'drop';
}

function Outline({ kind }: KindProps) {
  return (
    <svg width="40" height="50" viewBox="0 0 40 50" aria-hidden="true">
      <path d={outlines[kind]} strokeWidth="2" strokeLinejoin="round" />
      <text x="20" y="25" textAnchor="middle">
        {letters[kind]}
      </text>
    </svg>
  );
}

/**
 * The pickup pin is round with a P, the drop pin square with a D: they differ by shape and letter, not only by colour.
 */
export function PointPin({ marker, kind }: PinProps & KindProps) {
  return (
    <div role="img" aria-label={marker.label} className={styles.point} data-kind={kind} data-clear-of-toasts>
      <Outline kind={kind} />
    </div>
  );
}

/** The pin in the middle of a map that is moved below it; a dot marks the place that its tip points at. */
export function AimPin({ kind }: KindProps) {
  return (
    <div className={`${styles.point} ${styles.aim}`} data-kind={kind} data-aim aria-hidden="true">
      <Outline kind={kind} />
    </div>
  );
}

/** The device's position. */
export function MePin({ marker }: PinProps) {
  return <div role="img" aria-label={marker.label} className={styles.me} />;
}

/**
 * A car in a disc with a wedge for its heading. If the last fix is old, the car is grey and the age of the fix is
 * shown.
 */
export function DriverPin({ marker }: PinProps) {
  const { stale, caption, label } = marker;
  return (
    <div
      role="img"
      aria-label={caption ? `${label}, ${caption}` : label}
      className={styles.driver}
      data-stale={stale}
      data-marker="driver"
      data-lat={marker.lat.toFixed(4)}
      data-lng={marker.lng.toFixed(4)}
    >
      <span className={styles.wedge} />
      <span className={styles.disc}>
        <IconCar size={20} stroke={1.75} aria-hidden="true" />
      </span>
      {stale && caption && <span className={styles.caption}>{caption}</span>}
    </div>
  );
}

/** A price in a bubble; the dot at the bubble's sharp corner is on the place. */
export function PricePin({ marker }: PinProps) {
  const { focused = false, label, onPress, onAim } = marker;
  const bubble = (
    <>
      <span className={styles.bubble}>{bubbleText(marker)}</span>
      <span className={styles.dot} />
    </>
  );
  if (!onPress)
    return (
      <div role="img" aria-label={label} className={styles.price} data-focused={focused}>
        {bubble}
      </div>
    );
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={focused}
      className={styles.price}
      data-focused={focused}
      onClick={onPress}
      onPointerEnter={(event) => !isFinger(event) && onAim?.()}
      onFocus={onAim}
    >
      {bubble}
    </button>
  );
}
