import { listRecentPlaces, listSavedPlaces, removeSavedPlace, savePlace } from '@boli/shared/places/places.endpoints';
import type { RecentPlace, SavedPlace, SavedPlaceInput } from '@boli/shared/places/places.schema';
import { call, callList } from '../../core/api';
import { logged } from '../../core/log';
import { createUserStore } from '../../core/mirror';
import { createReadGuard } from '../../core/read-guard';

export interface OwnPlaces {
  /** Both lists: newest first; null until loaded. */
  saved: SavedPlace[] | null;
  recent: RecentPlace[] | null;
  /** Whether the last read failed while no lists were known. */
  failed: boolean;
}

const empty: OwnPlaces = { saved: null, recent: null, failed: false };

/** The signed-in customer's saved places, and the pickups and drops of the last ride requests. */
export const useOwnPlaces = createUserStore(empty);

/** Whether there are own places to offer, or why not. */
export function stateOfOwn({ saved, recent, failed }: OwnPlaces): 'loading' | 'failed' | 'none' | 'there' {
  if (failed) return 'failed';
  if (saved === null || recent === null) return 'loading';
  return saved.length + recent.length === 0 ? 'none' : 'there';
}

/** Applies both lists as the server has sent them. */
export function applyOwnPlaces(saved: SavedPlace[], recent: RecentPlace[]): void {
  useOwnPlaces.setState({ saved, recent });
}

const guard = createReadGuard();
/** Touched when the saved places change: the reply to a read that began before the change is outdated. */
const SAVED = 'saved';

/** Reads both lists. On failure the lists that were read before stay; without any, `failed` is set. Never rejects. */
export async function loadOwnPlaces(): Promise<void> {
  useOwnPlaces.setState({ failed: false });
  await guard
    .read({
      load: async () => {
        const [saved, recent] = await Promise.all([callList(listSavedPlaces), callList(listRecentPlaces)]);
        return { saved: saved.rows, recent: recent.rows };
      },
      apply: ({ saved, recent }, { touchedIds }) =>
        useOwnPlaces.setState(touchedIds().has(SAVED) ? { recent } : { saved, recent }),
      onError: () => useOwnPlaces.setState(({ saved, recent }) => ({ failed: saved === null || recent === null })),
    })
    .catch(logged('reading the saved and recent places'));
}

/**
 * Saves a place; replaces the one with the same label.
 * @throws {ApiError}
 */
export async function saveOwnPlace(body: SavedPlaceInput): Promise<SavedPlace> {
  const saved = await call(savePlace, { body });
  guard.touch(SAVED);
  useOwnPlaces.setState(({ saved: held }) => ({
    saved: [saved, ...(held ?? []).filter(({ id }) => id !== saved.id)],
  }));
  return saved;
}

/** Removes a saved place. @throws {ApiError} */
export async function removeOwnPlace(id: string): Promise<void> {
  await call(removeSavedPlace, { params: { id } });
  guard.touch(SAVED);
  useOwnPlaces.setState(({ saved }) => ({ saved: saved?.filter((place) => place.id !== id) ?? null }));
}
