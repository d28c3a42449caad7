import type { DriverStatus } from '@boli/shared/drivers/drivers.schema';
import { addFavorite, listFavorites, removeFavorite } from '@boli/shared/favorites/favorites.endpoints';
import type { Favorite } from '@boli/shared/favorites/favorites.schema';
import { call, callList } from '../../core/api';
import { logged } from '../../core/log';
import { createUserStore } from '../../core/mirror';
import { createReadGuard } from '../../core/read-guard';

interface FavoritesState {
  /** Newest first; null until the first response. */
  rows: Favorite[] | null;
  /** Optimistic updates by the driver's user id, until the server has responded: true for added, false for removed. */
  pressed: Readonly<Record<string, boolean>>;
}

const empty: FavoritesState = { rows: null, pressed: {} };

/** The signed-in customer's favorite drivers. They have no version, so this is no mirror (core/mirror.ts). */
export const useFavorites = createUserStore(empty);

const guard = createReadGuard();
/** The id by which changes touch the whole list: a response that was requested before a change is outdated. */
const LIST = 'list';

/** Whether this driver is a favorite, with optimistic updates. */
export function isFavorite({ rows, pressed }: FavoritesState, driverId: string): boolean {
  return pressed[driverId] ?? rows?.some((row) => row.user_id === driverId) ?? false;
}

/** The favorites to show: all except those that are being removed. */
export function shownFavorites({ rows, pressed }: FavoritesState): Favorite[] | null {
  return rows?.filter((row) => pressed[row.user_id] !== false) ?? null;
}

/** Reads the list. Rejects with the ApiError. */
export async function loadFavorites(): Promise<void> {
  let isOutdated = false;
  await guard.read({
    load: () => callList(listFavorites),
    apply: ({ rows }, { touchedIds }) => {
      isOutdated = touchedIds().has(LIST);
      if (!isOutdated) useFavorites.setState({ rows });
    },
  });
  if (isOutdated) await loadFavorites();
}

let loading: Promise<void> | null = null;

/** Reads the list unless it is loaded. A failure is only logged. */
export async function ensureFavorites(): Promise<void> {
  if (useFavorites.getState().rows) return;
  loading ??= loadFavorites()
    .catch(logged('reading the favorites'))
    .finally(() => {
      loading = null;
    });
  return loading;
}

/** Applies a driver's status: online or offline, verified or not. */
export function applyDriverStatusToFavorites({ driver_id, ...status }: DriverStatus): void {
  useFavorites.setState(({ rows }) => ({
    rows: rows?.map((row) => (row.user_id === driver_id ? { ...row, ...status } : row)) ?? null,
  }));
}

/** Shows an optimistic update until `run` settles. */
async function optimistically(driverId: string, isAdded: boolean, run: () => Promise<void>): Promise<void> {
  useFavorites.setState(({ pressed }) => ({ pressed: { ...pressed, [driverId]: isAdded } }));
  try {
    await run();
  } finally {
    useFavorites.setState(({ pressed: { [driverId]: _, ...others } }) => ({ pressed: others }));
  }
}

async function add(driverId: string): Promise<void> {
  const added = await call(addFavorite, { params: { user_id: driverId } });
  guard.touch(LIST);
  useFavorites.setState(({ rows }) => ({ rows: [added, ...(rows ?? []).filter((row) => row.id !== added.id)] }));
}

async function remove(driverId: string): Promise<void> {
  await call(removeFavorite, { params: { user_id: driverId } });
  guard.touch(LIST);
  useFavorites.setState(({ rows }) => ({ rows: rows?.filter((row) => row.user_id !== driverId) ?? null }));
}

/** Adds or removes a favorite, with an optimistic update and a rollback on failure. @throws {ApiError} */
export function setFavorite(driverId: string, isAdded: boolean): Promise<void> {
  return optimistically(driverId, isAdded, () => (isAdded ? add : remove)(driverId));
}
