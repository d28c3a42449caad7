import type { Point } from '@boli/shared/core/fields';
import { ActionIcon, Center, Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconCurrentLocation, IconMapPin } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../core/t';
import classes from './CreateRide.module.css';
import { loadOwnPlaces, useOwnPlaces } from './own-places.store';
import { AGAIN, PlaceList } from './PlaceList';
import { type PlaceChoice, placeChoices } from './place-choices';
import type { End, Place } from './ride-draft';
import { SavePlace } from './SavePlace';
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

interface PlaceFieldProps {
  end: End;
  place: Place;
  error: string | undefined;
  picking: boolean;
  locating: boolean;
  /** The point from which the distances of found places are measured. */
  near: Point;
  /** Whether places can be searched for: typed text is then a search, and does not rename the chosen point. */
  canSearch: boolean;
  onType: (text: string) => void;
  onBlur: () => void;
  onPick: () => void;
  onHere: () => void;
  onChoose: (choice: PlaceChoice) => void;
}

/**
 * The text field of one end of the ride: a combobox (WAI-ARIA) that offers the user's own places while it is empty and
 * searches places for typed text, with two buttons: choose on the map, use the device's position. A chosen place can be
 * saved.
 */
export function PlaceField({
  end,
  place,
  error,
  picking,
  locating,
  near,
  canSearch,
  onType,
  onBlur,
  onPick,
  onHere,
  onChoose,
}: PlaceFieldProps) {
  const { letter, label, placeholder, pick, here } = words[end];
  const [typed, setTyped] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const { text } = place;
  const own = useOwnPlaces();
  const search = usePlaceSearch(typed, near);
  const choices = placeChoices(text, own, search.places);
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const isBrowsing = isFocused && text.trim() === '';
  const all = [...choices.saved, ...choices.recent, ...choices.found];
  const isSearching = canSearch && search.state !== 'idle';
  const isOffered = isBrowsing || (typed !== null && (all.length > 0 || isSearching));
  const isUnchosen = canSearch && !isFocused && place.point === null && text.trim() !== '';
  // The list is inside the dialog, because screen readers ignore elements outside of it.
  const holder = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<HTMLElement | null>(null);
  useEffect(() => setDialog(holder.current?.closest<HTMLElement>('[role="dialog"]') ?? null), []);
  const dropdown = useRef(list);
  useEffect(() => {
    dropdown.current = list;
  });
  // Not whenever it closes: Escape would open it again immediately.
  useEffect(() => {
    if (isOffered) dropdown.current.openDropdown();
    else dropdown.current.closeDropdown();
  }, [isOffered]);
  const choose = (id: string) => {
    if (id === AGAIN) return isBrowsing ? void loadOwnPlaces() : search.again();
    const choice = all.find((each) => each.id === id);
    setTyped(null);
    list.closeDropdown();
    if (choice) onChoose(choice);
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
      error={error ?? (isUnchosen ? t('rides.choose_place') : undefined)}
      role="combobox"
      onChange={(event) => {
        const { value } = event.currentTarget;
        setTyped(value);
        onType(value);
      }}
      onFocus={() => setFocused(true)}
      onClick={() => isOffered && list.openDropdown()}
      onBlur={() => {
        setTyped(null);
        setFocused(false);
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
    <div ref={holder}>
      <Combobox
        portalProps={dialog ? { target: dialog } : {}}
        store={list}
        onOptionSubmit={choose}
        shadow="md"
        position="bottom"
        hideDetached={false}
        middlewares={{ flip: false }}
      >
        <Combobox.Target withExpandedAttribute>{input}</Combobox.Target>
        <Combobox.Dropdown hidden={!isOffered}>
          <PlaceList
            choices={choices}
            own={isBrowsing ? stateOf(own) : null}
            search={isSearching ? search.state : 'idle'}
            near={near}
          />
        </Combobox.Dropdown>
      </Combobox>
      <SavePlace place={place} />
    </div>
  );
}

function stateOf({ saved, recent, failed }: ReturnType<typeof useOwnPlaces.getState>) {
  if (failed) return 'failed';
  if (saved === null || recent === null) return 'loading';
  return saved.length + recent.length === 0 ? 'none' : 'there';
}
