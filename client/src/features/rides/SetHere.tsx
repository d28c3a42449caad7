import type { Point } from '@boli/shared/core/fields';
import { Button } from '@mantine/core';
import type { RefObject } from 'react';
import { useFocusOnMount } from '../../core/focus';
import { t } from '../../core/t';
import type { MapHandle } from '../../ui/map/marker';
import type { End } from './ride-draft';

interface SetHereProps {
  end: End;
  handle: RefObject<MapHandle | null>;
  onPick: (point: Point) => void;
}

/** The button that sets the pickup or the drop to the point under the pin in the middle of the map. */
export function SetHere({ end, handle, onPick }: SetHereProps) {
  const button = useFocusOnMount<HTMLButtonElement>();
  const set = () => {
    const at = handle.current?.middle();
    if (at) onPick(at);
  };
  return (
    <Button ref={button} fullWidth onClick={set}>
      {t(end === 'pickup' ? 'rides.set_pickup_here' : 'rides.set_drop_here')}
    </Button>
  );
}
