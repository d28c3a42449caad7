import type { Point } from '@boli/shared/core/fields';
import { formatCoordinates } from '../../core/address';
import { t } from '../../core/t';
import { FieldNote } from './FieldNote';
import type { End } from './ride-draft';

const removals = { pickup: 'rides.remove_pickup_pin', drop: 'rides.remove_drop_pin' } as const;

interface PinNoteProps {
  end: End;
  point: Point;
  onRemove: () => void;
}

/**
 * The note below a place field whose text a person typed for a chosen point: says where the pin is, with a button that
 * removes the pin.
 */
export function PinNote({ end, point, onRemove }: PinNoteProps) {
  const text = t('rides.pin_stays', { at: formatCoordinates(point) });
  return <FieldNote text={text} action={t(removals[end])} onAction={onRemove} />;
}
