import { MAX_PLACE_LABEL } from '@boli/shared/core/constants';
import { labelKey, type SavedPlaceInput } from '@boli/shared/places/places.schema';
import { isSamePlace } from '@boli/shared/places/same-place';
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { moveFocus } from '../../core/focus';
import { useReachable } from '../../core/reachable';
import { t } from '../../core/t';
import { useAction } from '../../core/use-action';
import { OfflineReason, OnlineButton } from '../../ui/OnlineButton';
import { removeOwnPlace, saveOwnPlace, useOwnPlaces } from './own-places.store';
import { offeredLabels } from './place-choices';
import type { End, Place } from './ride-draft';

interface LabelsProps {
  /** The labels in use, by `labelKey`. */
  taken: ReadonlySet<string>;
  busy: boolean;
  onSave: (label: string) => void;
}

/** Home, Work, or another label. */
function Labels({ taken, busy, onSave }: LabelsProps) {
  const [own, setOwn] = useState('');
  const isReachable = useReachable();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter must not submit the form of the ride, which contains this field.
    event.preventDefault();
    if (own.trim() !== '' && isReachable) onSave(own);
  };
  return (
    <Stack gap="xs">
      <OfflineReason />
      <Group gap="xs" grow>
        {offeredLabels.map((key) => (
          <OnlineButton quiet key={key} variant="default" px="xs" disabled={busy} onClick={() => onSave(t(key))}>
            {t(taken.has(labelKey(t(key))) ? 'places.move' : 'places.save_as', { label: t(key) })}
          </OnlineButton>
        ))}
      </Group>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t('places.label')}
          placeholder={t('places.label_placeholder')}
          value={own}
          maxLength={MAX_PLACE_LABEL}
          autoComplete="off"
          flex={1}
          onChange={(event) => setOwn(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <OnlineButton quiet variant="default" disabled={busy || own.trim() === ''} onClick={() => onSave(own)}>
          {t('places.save_label')}
        </OnlineButton>
      </Group>
    </Stack>
  );
}

interface SavedLineProps {
  label: string;
  isBusy: boolean;
  onRemove: () => void;
}

/** The label of a saved place, and the button that removes it. */
function SavedLine({ label, isBusy, onRemove }: SavedLineProps) {
  const isReachable = useReachable();
  return (
    <Group gap="xs" wrap="nowrap">
      <IconBookmarkFilled size={20} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm" truncate flex={1}>
        {t('places.saved_as', { label })}
      </Text>
      <ActionIcon
        aria-label={t('places.remove', { label })}
        loading={isBusy}
        disabled={!isReachable}
        onClick={onRemove}
      >
        <IconTrash size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** Below a place field: saves the chosen place under a label, or shows a saved place's label and a remove button. */
export function SavePlace({ end, place: { text, point } }: { end: End; place: Place }) {
  const saved = useOwnPlaces((state) => state.saved);
  const [open, setOpen] = useState(false);
  const { busy, act } = useAction();
  const row = useRef<HTMLDivElement>(null);
  const address = text.trim();
  if (!point || address === '' || saved === null) return null;
  const input = { address, lat: point.lat, lng: point.lng };
  const held = saved.find((place) => isSamePlace(place, input));

  const save = (label: string) => {
    const body: SavedPlaceInput = { label: label.trim(), ...input };
    void act({
      name: 'save',
      input: body,
      run: () => saveOwnPlace(body),
      successMessage: ({ label: kept }) => t('places.saved_as', { label: kept }),
      errorMessage: 'places.save_failed',
      onSuccess: () => {
        setOpen(false);
        moveFocus(row.current);
      },
    });
  };
  const remove = (id: string, label: string) =>
    act({
      name: 'remove',
      input: id,
      run: () => removeOwnPlace(id),
      successMessage: () => t('places.removed', { label }),
      errorMessage: 'places.remove_failed',
      onSuccess: () => moveFocus(row.current),
    });

  return (
    <div ref={row} tabIndex={-1}>
      {held && (
        <SavedLine label={held.label} isBusy={busy !== null} onRemove={() => void remove(held.id, held.label)} />
      )}
      {held && <OfflineReason />}
      {!held && (
        <Button
          variant="subtle"
          px="xs"
          leftSection={<IconBookmark size={20} stroke={1.75} aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t(end === 'pickup' ? 'places.save_pickup' : 'places.save_drop')}
        </Button>
      )}
      {!held && open && (
        <Labels taken={new Set(saved.map(({ label }) => labelKey(label)))} busy={busy !== null} onSave={save} />
      )}
    </div>
  );
}
