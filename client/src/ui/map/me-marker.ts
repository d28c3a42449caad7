import type { Point } from '@boli/shared/core/fields';
import { t } from '../../core/t';
import type { MapMarker } from './marker';

/** The marker of this device's position. */
export const meMarker = (place: Point): MapMarker => ({ id: 'me', kind: 'me', ...place, label: t('map.me') });
