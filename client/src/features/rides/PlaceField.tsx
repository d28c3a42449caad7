import type { Point } from '@boli/shared/core/fields';
import type { FoundPlace } from '@boli/shared/geo/geo.schema';
import { ActionIcon, Center, Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import { IconCurrentLocation, IconMapPin } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '../../core/t';
import classes from './CreateRide.module.css';
import { PlaceOption } from './PlaceOption';
import type { End } from './ride-draft';
import { usePlaceSearch } from './use-place-search';

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

/** The last row of the list. */
const ON_MAP = 'on-map';

interface PlaceFieldProps {
  end: End;
  text: string;
  error: string | undefined;
  picking: boolean;
  locating: boolean;
  /** What the distance of places that are found is measured from. */
  near: Point;
  onType: (text: string) => void;
  onBlur: () => void;
  onPick: () => void;
  onHere: () => void;
  onChoose: (place: FoundPlace) => void;
}

/**
 * The text field of one end of the ride: finds places while one types (a combobox, WAI-ARIA), with two buttons: choose on
 * the map, use the device's position.
 */
export function PlaceField({
  end,
  text,
  error,
  picking,
  locating,
  near,
  onType,
  onBlur,
  onPick,
  onHere,
  onChoose,
}: PlaceFieldProps) {
  const { letter, label, placeholder, pick, here } = words[end];
  const [typed, setTyped] = useState<string | null>(null);
  const found = usePlaceSearch(typed, near);
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const isFound = found.length > 0;
  const { openDropdown, closeDropdown } = list;
  useEffect(() => {
    if (isFound) openDropdown();
    else closeDropdown();
  }, [isFound, openDropdown, closeDropdown]);
  const choose = (id: string) => {
    const place = found.find((each) => each.id === id);
    setTyped(null);
    list.closeDropdown();
    if (place) onChoose(place);
    else onPick();
  };
  const input = (
    <TextInput
      name={end}
      label={t(label)}
      placeholder={t(placeholder)}
      value={text}
      required
      maxLength={500}
      autoComplete="off"
      error={error}
      role="combobox"
      onChange={(event) => {
        const { value } = event.currentTarget;
        setTyped(value);
        onType(value);
      }}
      onBlur={() => {
        setTyped(null);
        list.closeDropdown();
        onBlur();
      }}
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
  return (
    <Combobox
      store={list}
      onOptionSubmit={choose}
      shadow="md"
      position="bottom"
      hideDetached={false}
      middlewares={{ flip: false }}
    >
      <Combobox.Target withExpandedAttribute>{input}</Combobox.Target>
      <Combobox.Dropdown hidden={!isFound}>
        <Combobox.Options aria-label={t('rides.places_found')} mah="20rem" style={{ overflowY: 'auto' }}>
          {found.map((place) => (
            <Combobox.Option key={place.id} value={place.id}>
              <PlaceOption place={place} near={near} />
            </Combobox.Option>
          ))}
          {isFound && <Combobox.Option value={ON_MAP}>{t('rides.choose_on_map')}</Combobox.Option>}
        </Combobox.Options>
        <Combobox.Footer>
          <Text size="meta" c="dimmed">
            {t('map.osm')}
          </Text>
        </Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  );
}
