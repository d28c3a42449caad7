import type { Point } from '@boli/shared/core/fields';
import { Popover } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../core/t';
import { PlaceInput } from './PlaceInput';
import { PlaceList, rowId } from './PlaceList';
import classes from './PlaceSearch.module.css';
import type { PlaceChoice } from './place-choices';
import { AGAIN, firstOf, idsOf, ON_MAP, placesOf } from './place-rows';
import type { End, Place } from './ride-draft';
import { useActiveRow } from './use-active-row';
import { usePlaceOffer } from './use-place-offer';

interface PlaceFieldProps {
  end: End;
  place: Place;
  error: string | undefined;
  picking: boolean;
  locating: boolean;
  /** The place at the other end of the ride, which is not offered. */
  other: Place;
  /** The point from which the distances of found places are measured. */
  near: Point;
  /**
   * Whether places can be searched for: typed text is then a search, and does not rename the chosen point. Null until that
   * is known.
   */
  canSearch: boolean | null;
  /** Whether the field's list may be shown. */
  opened: boolean;
  /**
   * On phones, the element over the form that holds the list; null until it is mounted. On wider screens it is undefined,
   * and the list drops down from the field.
   */
  slot?: HTMLElement | null | undefined;
  /** Whether the field takes the focus when the dialog opens. */
  isFirst: boolean;
  onOpen: () => void;
  onClose: () => void;
  onType: (text: string) => void;
  onBlur: () => void;
  onPick: () => void;
  onHere: () => void;
  onChoose: (choice: PlaceChoice) => void;
}

/** The list below its field. It is rendered inside the dialog: screen readers ignore elements outside the dialog. */
function DropDown({
  holder,
  list,
  children,
}: {
  holder: RefObject<Element | null>;
  list: ReactNode;
  children: ReactNode;
}) {
  const [dialog, setDialog] = useState<HTMLElement | null>(null);
  useEffect(() => setDialog(holder.current?.closest<HTMLElement>('[role="dialog"]') ?? null), [holder]);
  return (
    <Popover
      opened={list !== null}
      position="bottom"
      width="target"
      shadow="md"
      withRoles={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      hideDetached={false}
      middlewares={{ flip: false }}
      portalProps={dialog ? { target: dialog } : {}}
    >
      <Popover.Target>
        <div>{children}</div>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''}>{list}</Popover.Dropdown>
    </Popover>
  );
}

/** The state of a place field: what its list offers, its keys, and what a row or a button does. */
function usePlaceField(props: PlaceFieldProps, holder: RefObject<HTMLElement | null>) {
  const { place, other, near, canSearch, opened, slot, onOpen } = props;
  const overForm = slot !== undefined;
  const { setTyped, again, ...offer } = usePlaceOffer({ place, other, near, canSearch, overForm });
  const isOpen = opened && offer.isOffered;
  const onClose = () => {
    setTyped(null);
    props.onClose();
  };
  const leave = (then: () => void) => {
    onClose();
    // On a phone this closes the keyboard, which covers the form.
    if (overForm) holder.current?.focus({ preventScroll: true });
    then();
  };
  const choose = (row: string) => {
    if (row === AGAIN) return again();
    const choice = placesOf(offer.rows.choices).find((each) => each.id === row);
    leave(() => (choice ? props.onChoose(choice) : row === ON_MAP && props.onPick()));
  };
  const [ids, first] = [idsOf(offer.rows), firstOf(offer.rows)];
  const keys = useActiveRow({ isOpen, ids, first, onChoose: choose, onOpen, onClose: () => leave(() => undefined) });
  const type = (value: string) => {
    setTyped(value);
    keys.reset();
    onOpen();
    props.onType(value);
  };
  return { ...offer, overForm, isOpen, keys, type, choose, leave, onClose };
}

/**
 * The text field of the pickup or the drop: a combobox (WAI-ARIA) that offers the user's own places and
 * searches for typed text. Its buttons clear the text (on phones), choose on the map, and use the device's position.
 */
export function PlaceField(props: PlaceFieldProps) {
  const { end, place, near, canSearch, opened, slot } = props;
  const id = useId();
  const holder = useRef<HTMLDivElement>(null);
  const field = usePlaceField(props, holder);
  const { rows, isOpen, overForm, keys, type, leave } = field;
  const isUnchosen = canSearch !== null && !opened && place.point === null && place.text.trim() !== '';
  const label = t(field.isBrowsing ? 'places.list' : 'rides.places_found');
  const list = isOpen ? (
    <PlaceList id={id} label={label} rows={rows} active={keys.active} near={near} onChoose={field.choose} />
  ) : null;
  const input = (
    <PlaceInput
      {...{ end, text: place.text, onOpen: props.onOpen, onType: type, onKeyDown: keys.onKeyDown }}
      {...{ picking: props.picking, locating: props.locating, isFirst: props.isFirst, hidesLabel: overForm }}
      error={props.error ?? (isUnchosen ? t(canSearch ? 'rides.choose_place' : 'places.no_search') : undefined)}
      list={isOpen ? id : null}
      active={rowId(id, rows, keys.active)}
      onBlur={({ relatedTarget, currentTarget }) => {
        field.onClose();
        props.onBlur();
        // After a phone's keyboard was closed, the focus would return to the field and open the list again; `holder`
        // takes the focus instead.
        const isNowhere = relatedTarget === null && document.activeElement !== currentTarget;
        if (isNowhere && overForm) holder.current?.focus({ preventScroll: true });
      }}
      onClear={isOpen && overForm && place.text !== '' ? () => type('') : undefined}
      onPick={() => leave(props.onPick)}
      onHere={() => leave(props.onHere)}
    />
  );
  return (
    <div ref={holder} tabIndex={-1} data-clear-of-toasts className={classes.holder}>
      {overForm ? (
        <>
          {input}
          {slot && list && createPortal(list, slot)}
        </>
      ) : (
        <DropDown holder={holder} list={list}>
          {input}
        </DropDown>
      )}
    </div>
  );
}
