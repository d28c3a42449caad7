import { ActionIcon, Center, TextInput } from '@mantine/core';
import { IconCurrentLocation, IconMapPin } from '@tabler/icons-react';
import { t } from '../../core/t';
import classes from './CreateRide.module.css';
import type { End } from './ride-draft';

const words = {
  pickup: {
    letter: 'P',
    label: 'rides.pickup',
    placeholder: 'rides.pickup_placeholder',
    pick: 'rides.pick_pickup',
    here: 'rides.pickup_here',
  },
  drop: {
    letter: 'D',
    label: 'rides.drop',
    placeholder: 'rides.drop_placeholder',
    pick: 'rides.pick_drop',
    here: 'rides.drop_here',
  },
} as const;

interface PlaceFieldProps {
  end: End;
  text: string;
  error: string | undefined;
  picking: boolean;
  locating: boolean;
  onType: (text: string) => void;
  onBlur: () => void;
  onPick: () => void;
  onHere: () => void;
}

/** The text field of one end of the ride with two buttons: choose on the map, use the device's position. */
export function PlaceField({ end, text, error, picking, locating, onType, onBlur, onPick, onHere }: PlaceFieldProps) {
  const { letter, label, placeholder, pick, here } = words[end];
  return (
    <TextInput
      name={end}
      label={t(label)}
      placeholder={t(placeholder)}
      value={text}
      required
      maxLength={500}
      autoComplete="off"
      error={error}
      onChange={(event) => onType(event.currentTarget.value)}
      onBlur={onBlur}
      leftSection={
        <Center
          component="span"
          w="1.25rem"
          h="1.25rem"
          bg={`var(--boli-${end})`}
          bdrs={end === 'pickup' ? '50%' : 'xxs'}
          c="var(--boli-solid-ink)"
          fz="xxs"
          lh="none"
          fw="var(--mantine-font-weight-bold)"
          aria-hidden
        >
          {letter}
        </Center>
      }
      rightSectionWidth={96}
      rightSection={
        <>
          <ActionIcon
            variant={picking ? 'filled' : 'subtle'}
            color="neel"
            className={classes.pin ?? ''}
            aria-label={t(pick)}
            aria-pressed={picking}
            onClick={onPick}
          >
            <IconMapPin size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon
            color="neel"
            className={classes.pin ?? ''}
            aria-label={t(here)}
            loading={locating}
            onClick={onHere}
          >
            <IconCurrentLocation size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </>
      }
    />
  );
}
