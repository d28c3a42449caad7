import { useShallow } from 'zustand/react/shallow';
import { Favorites } from '../features/favorites/Favorites';
import { shownFavorites, useFavorites } from '../features/favorites/favorites.store';
import { useDriversWatch } from './drivers-watch';

/** The Favorite Drivers tab, which keeps the drivers' online status current. */
export function CustomerFavorites() {
  useDriversWatch(useFavorites(useShallow((state) => (shownFavorites(state) ?? []).map((row) => row.user_id))));
  return <Favorites />;
}
