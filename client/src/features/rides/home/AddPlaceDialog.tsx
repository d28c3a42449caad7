import { Button, Stack, Text, TextInput } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { findAddress, formatLabelledCoordinates, parseCoordinates } from '../../../core/address';
import { requestPosition } from '../../../core/device-position';
import { useSearchCenter } from '../../../core/near';
import { t } from '../../../core/t';
import { useAction } from '../../../core/use-action';
import { AppDialog } from '../../../ui/AppDialog';
import { OnlineButton } from '../../../ui/OnlineButton';
import { saveOwnPlace } from '../own-places.store';
import { PlaceOption } from '../PlaceOption';
import { type PlaceChoice, placeChoices } from '../place-choices';
import { emptyDraft, type Place } from '../ride-draft';
import { usePlaceSearch } from '../use-place-search';
import classes from './Home.module.css';

const NONE = emptyDraft.drop;
/** The timeout (ms) of the address lookup for the device's position; without an address, the coordinates are used. */
const ADDRESS_MS = 10_000;

/** The places found for the typed text; a tap chooses one. */
function Found({ typed, onChoose }: { typed: string | null; onChoose: (choice: PlaceChoice) => void }) {
  const near = useSearchCenter();
  const { places, state } = usePlaceSearch(typed, near);
  const { found } = placeChoices(typed ?? '', { saved: null, recent: null }, places);
  if (found.length === 0)
    return (
      <p role="status">{state === 'done' && typed !== null && t('places.nothing_found', { text: typed.trim() })}</p>
    );
  return (
    <>
      <ul className={`boli-rows ${classes.rows}`}>
        {found.map((choice) => (
          <li key={choice.id}>
            <button type="button" className={classes.found} onClick={() => onChoose(choice)}>
              <PlaceOption choice={choice} near={near} />
            </button>
          </li>
        ))}
      </ul>
      <Text size="meta" c="dimmed">
        {t('map.osm')}
      </Text>
    </>
  );
}

/** The form's state: an address that is typed, chosen from the found places, or found for the device's position. */
function useAddPlace(label: string, onClose: () => void) {
  const [place, setPlace] = useState<Place>(NONE);
  /** The text that is searched for; null once a place is chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const { busy, act } = useAction();
  const change = (next: Place, search: string | null) => {
    setPlace(next);
    setTyped(search);
    setUnknown(false);
  };
  const choose = (next: Place) => change(next, null);
  const locate = () =>
    act({
      name: 'locate',
      run: async () => {
        const point = await requestPosition();
        const address = await findAddress(point, AbortSignal.timeout(ADDRESS_MS)).catch(() => null);
        return { point, text: address?.found === 'name' ? address.text : formatLabelledCoordinates(point) };
      },
      errorMessage: 'geo.not_available',
      onSuccess: choose,
    });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { point, text } = place;
    if (!point) return setUnknown(true);
    void act({
      name: 'save',
      run: () => saveOwnPlace({ label, address: text.trim(), ...point }),
      successMessage: ({ label: kept }) => t('places.saved_as', { label: kept }),
      errorMessage: 'places.save_failed',
      onSuccess: onClose,
    });
  };
  const type = (text: string) => change({ text, point: parseCoordinates(text) }, text);
  return { place, typed, error: isUnknown && t('home.add_unknown'), busy, type, choose, locate, save };
}

function AddPlaceForm({ label, onClose }: { label: string; onClose: () => void }) {
  const { place, typed, error, busy, type, choose, locate, save } = useAddPlace(label, onClose);
  return (
    <form noValidate onSubmit={save}>
      <Stack gap="sm">
        <TextInput
          label={t('home.add_place', { label })}
          description={t('home.add_hint')}
          value={place.text}
          error={error}
          maxLength={500}
          autoComplete="off"
          data-autofocus
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Found typed={typed} onChoose={({ text, point }) => choose({ text, point })} />
        <Button
          variant="light"
          loading={busy === 'locate'}
          leftSection={<IconCurrentLocation size={20} stroke={1.75} aria-hidden />}
          onClick={() => void locate()}
        >
          {t('home.use_location')}
        </Button>
        <OnlineButton type="submit" loading={busy === 'save'}>
          {t('home.add_save', { label })}
        </OnlineButton>
      </Stack>
    </form>
  );
}

/** The dialog that saves a place under `label`; closed while `label` is null. */
export function AddPlaceDialog({ label, onClose }: { label: string | null; onClose: () => void }) {
  return (
    <AppDialog opened={label !== null} onClose={onClose} title={t('home.add', { label: label ?? '' })} form="sheet">
      {label !== null && <AddPlaceForm key={label} label={label} onClose={onClose} />}
    </AppDialog>
  );
}
