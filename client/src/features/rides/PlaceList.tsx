import type { Point } from '@boli/shared/core/fields';
import { Combobox, Text } from '@mantine/core';
import { t } from '../../core/t';
import classes from './CreateRide.module.css';
import { PlaceOption } from './PlaceOption';
import type { PlaceChoice, PlaceChoices } from './place-choices';
import type { PlaceSearch } from './use-place-search';

/** The rows that are not places: retry, and choose on the map. */
export const AGAIN = 'again';
const ON_MAP = 'on-map';

interface PlaceListProps {
  choices: PlaceChoices;
  /** The state of the own places while the field is empty; null while the user types. */
  own: 'loading' | 'failed' | 'none' | 'there' | null;
  /** The state of the search for the typed text. */
  search: PlaceSearch['state'];
  near: Point;
}

function noteOf({ choices: { saved, recent, found }, own, search }: PlaceListProps): string | null {
  if (own === 'loading') return t('places.loading');
  if (own === 'none') return t('places.none');
  if (saved.length + recent.length + found.length > 0) return null;
  if (search === 'searching') return t('places.searching');
  return search === 'done' ? t('places.nothing_found') : null;
}

/** The list below a place field: saved and recent places, found ones, and last the map. */
export function PlaceList(props: PlaceListProps) {
  const {
    choices: { saved, recent, found },
    own,
    search,
    near,
  } = props;
  const rows = (choices: readonly PlaceChoice[]) =>
    choices.map((choice) => (
      <Combobox.Option className={classes.option ?? ''} key={choice.id} value={choice.id}>
        <PlaceOption choice={choice} near={near} />
      </Combobox.Option>
    ));
  const note = noteOf(props);
  // A user who presses Enter while typing means a place, not the map.
  const isWaiting = search === 'searching' && saved.length + recent.length + found.length === 0;
  return (
    <>
      {note && (
        <Combobox.Header>
          <Text size="meta" c="dimmed" role="status">
            {note}
          </Text>
        </Combobox.Header>
      )}
      <Combobox.Options
        aria-label={t(own ? 'places.list' : 'rides.places_found')}
        mah="20rem"
        style={{ overflowY: 'auto' }}
      >
        {saved.length > 0 && <Combobox.Group label={t('places.saved')}>{rows(saved)}</Combobox.Group>}
        {recent.length > 0 && <Combobox.Group label={t('places.recent')}>{rows(recent)}</Combobox.Group>}
        {rows(found)}
        {(own === 'failed' || search === 'failed') && (
          <Combobox.Option className={classes.option ?? ''} value={AGAIN}>
            {t(own === 'failed' ? 'places.load_failed' : 'places.search_failed')}
          </Combobox.Option>
        )}
        {!isWaiting && (
          <Combobox.Option className={classes.option ?? ''} value={ON_MAP}>
            {t('rides.choose_on_map')}
          </Combobox.Option>
        )}
      </Combobox.Options>
      {found.length > 0 && (
        <Combobox.Footer>
          <Text size="meta" c="dimmed">
            {t('map.osm')}
          </Text>
        </Combobox.Footer>
      )}
    </>
  );
}
