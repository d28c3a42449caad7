import { ActionIcon } from '@mantine/core';
import { IconCurrentLocation, IconMapPin, IconX } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { t } from '../../core/t';
import classes from './PlaceSearch.module.css';
import type { End } from './ride-draft';

const words = {
  pickup: { pick: 'rides.pick_pickup', here: 'rides.pickup_here', clear: 'rides.clear_pickup' },
  drop: { pick: 'rides.pick_drop', here: 'rides.drop_here', clear: 'rides.clear_drop' },
} as const;

interface PlaceButtonsProps {
  end: End;
  /** Whether the list of the field is open: a press on a button then must not move the focus. */
  keepsFocus: boolean;
  picking: boolean;
  locating: boolean;
  /** Absent if there is nothing to clear. */
  onClear: (() => void) | undefined;
  onPick: () => void;
  onHere: () => void;
}

/** The buttons inside a place field: clear it, choose on the map, take the device's position. */
export function PlaceButtons({ end, keepsFocus, picking, locating, onClear, onPick, onHere }: PlaceButtonsProps) {
  const onMouseDown = (event: MouseEvent) => keepsFocus && event.preventDefault();
  return (
    <>
      {onClear && (
        <ActionIcon
          variant="subtle"
          className={classes.clear ?? ''}
          aria-label={t(words[end].clear)}
          onMouseDown={onMouseDown}
          onClick={onClear}
        >
          <IconX size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant={picking ? 'filled' : 'subtle'}
        color="neel"
        className={classes.pin ?? ''}
        aria-label={t(words[end].pick)}
        aria-pressed={picking}
        onMouseDown={onMouseDown}
        onClick={onPick}
      >
        <IconMapPin size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        color="neel"
        className={classes.pin ?? ''}
        aria-label={t(words[end].here)}
        loading={locating}
        onMouseDown={onMouseDown}
        onClick={onHere}
      >
        <IconCurrentLocation size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </>
  );
}
