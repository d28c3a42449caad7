import type { Point } from '@boli/shared/core/fields';
import { Button, Text } from '@mantine/core';
import { formatCoordinates } from '../../core/address';
import { t } from '../../core/t';
import classes from './CreateRide.module.css';
import type { End } from './ride-draft';

const removals = { pickup: 'rides.remove_pickup_pin', drop: 'rides.remove_drop_pin' } as const;

interface PinNoteProps {
  end: End;
  point: Point;
  onRemove: () => void;
}

/** The note below a place field whose text a person typed for a chosen point: where the pin is, and its removal. */
export function PinNote({ end, point, onRemove }: PinNoteProps) {
  return (
    <div data-clear-of-toasts className={classes.replaced}>
      <Text size="meta" role="status" flex={1} miw={0}>
        {t('rides.pin_stays', { at: formatCoordinates(point) })}
      </Text>
      <Button
        variant="subtle"
        px="xs"
        fz="sm"
        flex="none"
        // The list of the field stays open: if it closed, the button would move before the press ends.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onRemove}
      >
        {t(removals[end])}
      </Button>
    </div>
  );
}
