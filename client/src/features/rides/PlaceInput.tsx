import { Center, TextInput } from '@mantine/core';
import type { FocusEvent, KeyboardEvent } from 'react';
import { t } from '../../core/t';
import { PlaceButtons } from './PlaceButtons';
import classes from './PlaceSearch.module.css';
import type { End } from './ride-draft';

const words = {
  pickup: { letter: 'P', label: 'rides.pickup', placeholder: 'rides.pickup_placeholder' },
  drop: { letter: 'D', label: 'rides.drop', placeholder: 'rides.drop_placeholder' },
} as const;

/** The widths of two and of three buttons, which do not grow with the text size. */
const BUTTONS = 'calc(2 * var(--boli-target) + 8px)';
const WITH_CLEAR = 'calc(3 * var(--boli-target) + 8px)';

interface PlaceInputProps {
  end: End;
  text: string;
  error: string | undefined;
  /** The id of the field's open list; null while the list is closed. */
  list: string | null;
  /** The id of the active row's element; undefined while no row is active. */
  active: string | undefined;
  /** Whether the field's label is only for screen readers. */
  hidesLabel: boolean;
  /** Whether the field takes the focus when the dialog opens. */
  isFirst: boolean;
  picking: boolean;
  locating: boolean;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onOpen: () => void;
  onBlur: (event: FocusEvent) => void;
  /** Absent if there is nothing to clear. */
  onClear: (() => void) | undefined;
  onPick: () => void;
  onHere: () => void;
}

function Letter({ end }: { end: End }) {
  return (
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
      {words[end].letter}
    </Center>
  );
}

/** The input of a place field, a combobox, with its buttons. */
export function PlaceInput(props: PlaceInputProps) {
  const { end, list, onType, onOpen, onClear } = props;
  return (
    <TextInput
      name={end}
      classNames={{ root: classes.field ?? '', ...(props.hidesLabel && { label: 'visually-hidden' }) }}
      label={t(words[end].label)}
      placeholder={t(words[end].placeholder)}
      value={props.text}
      required
      maxLength={500}
      autoComplete="off"
      error={props.error}
      role="combobox"
      aria-haspopup="listbox"
      aria-autocomplete="list"
      aria-expanded={list !== null}
      aria-controls={list ?? undefined}
      aria-activedescendant={props.active}
      data-autofocus={props.isFirst || undefined}
      // Escape closes the list before the dialog.
      data-mantine-stop-propagation={list !== null || undefined}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={props.onKeyDown}
      onFocus={onOpen}
      onClick={onOpen}
      onBlur={props.onBlur}
      leftSection={<Letter end={end} />}
      leftSectionWidth="calc(1.25rem + 28px)"
      rightSectionWidth={onClear ? WITH_CLEAR : BUTTONS}
      rightSection={
        <PlaceButtons
          end={end}
          keepsFocus={list !== null}
          picking={props.picking}
          locating={props.locating}
          onClear={onClear}
          onPick={props.onPick}
          onHere={props.onHere}
        />
      }
    />
  );
}
