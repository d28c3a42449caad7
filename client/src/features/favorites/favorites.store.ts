import type { DriverStatus } from '@boli/shared/drivers/drivers.schema';
import { addFavorite, listFavorites, removeFavorite } from '@boli/shared/favorites/favorites.endpoints';
import type { Favorite } from '@boli/shared/favorites/favorites.schema';
import { call, callList } from '../../core/api';
import { createKept } from '../../core/mirror';
import { createQuestions } from '../../core/questions';

interface FavoritesState {
  /** Newest first; null until the first answer. */
  rows: Favorite[] | null;
  /** Hearts that were pressed and not yet answered, by driver: shown as if they were. */
  pressed: Readonly<Record<string, boolean>>;
}

const empty: FavoritesState = { rows: null, pressed: {} };

/** The signed-in customer's favorite drivers. Its rows have no version and come and go by presses here, so this is no mirror. */
export const useFavorites = createKept(empty);

const questions = createQuestions();
/** The list as a whole: one that was asked for before something was kept or let go is older than that. */
const LIST = 'list';

/** Whether the heart of this driver is full, with what was just pressed. */
export function isKept({ rows, pressed }: FavoritesState, driverId: string): boolean {
  return pressed[driverId] ?? rows?.some((row) => row.user_id === driverId) ?? false;
}

/** The cards as they stand on screen: without those that were just let go. */
export function shownFavorites({ rows, pressed }: FavoritesState): Favorite[] | null {
  return rows?.filter((row) => pressed[row.user_id] !== false) ?? null;
}

/** Reads the list. Rejects with the ApiError. */
export async function loadFavorites(): Promise<void> {
  let isOutdated = false;
  await questions.read({
    ask: () => callList(listFavorites),
    take: ({ rows }, { touched }) => {
      isOutdated = touched().has(LIST);
      if (!isOutdated) useFavorites.setState({ rows });
    },
  });
  if (isOutdated) await loadFavorites();
}

let loading: Promise<void> | null = null;

/** Reads the list if nobody has yet, for hearts that stand alone. A failure leaves them empty. */
export async function needFavorites(): Promise<void> {
  if (useFavorites.getState().rows) return;
  loading ??= loadFavorites()
    .catch(() => undefined)
    .finally(() => {
      loading = null;
    });
  return loading;
}

/** Takes what is told of a driver: there or gone, verified or not. */
export function takeFavoriteStatus({ driver_id, ...status }: DriverStatus): void {
  useFavorites.setState(({ rows }) => ({
    rows: rows?.map((row) => (row.user_id === driver_id ? { ...row, ...status } : row)) ?? null,
  }));
}

/** Shows the heart as pressed until the answer is there. */
async function asPressed(driverId: string, kept: boolean, run: () => Promise<void>): Promise<void> {
  useFavorites.setState(({ pressed }) => ({ pressed: { ...pressed, [driverId]: kept } }));
  try {
    await run();
  } finally {
    useFavorites.setState(({ pressed: { [driverId]: _, ...others } }) => ({ pressed: others }));
  }
}

async function keep(driverId: string): Promise<void> {
  const added = await call(addFavorite, { params: { user_id: driverId } });
  questions.touch(LIST);
  useFavorites.setState(({ rows }) => ({ rows: [added, ...(rows ?? []).filter((row) => row.id !== added.id)] }));
}

async function letGo(driverId: string): Promise<void> {
  await call(removeFavorite, { params: { user_id: driverId } });
  questions.touch(LIST);
  useFavorites.setState(({ rows }) => ({ rows: rows?.filter((row) => row.user_id !== driverId) ?? null }));
}

/** Keeps a driver or lets it go: shown at once, taken back when it fails. @throws {ApiError} */
export function turnHeart(driverId: string, kept: boolean): Promise<void> {
  return asPressed(driverId, kept, () => (kept ? keep : letGo)(driverId));
}
