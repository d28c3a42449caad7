import { ActionIcon } from '@mantine/core';
import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useReachable } from '../../core/reachable';
import { t } from '../../core/t';
import { useAction } from '../../core/use-action';
import classes from './Favorites.module.css';
import { ensureFavorites, isFavorite, setFavorite, useFavorites } from './favorites.store';

interface FavoriteHeartProps {
  driverId: string;
  driverName: string;
  /** Pixels: 48 beside a main action, 44 beside other icons. */
  size?: 44 | 48;
  /** Called after each press: a press may remove the heart together with its card. */
  onPress?: () => void;
}

/**
 * A filled heart marks a favorite driver. A press adds or removes the driver, with an immediate update. The heart is
 * disabled while the server cannot be reached; screens with hearts show the reason (`OfflineReason`).
 */
export function FavoriteHeart({ driverId, driverName, size = 48, onPress }: FavoriteHeartProps) {
  const kept = useFavorites((state) => isFavorite(state, driverId));
  const isReachable = useReachable();
  const { act } = useAction();
  useEffect(() => void ensureFavorites(), []);
  const press = () => {
    // The server has not yet responded to a press of another heart of the same driver.
    if (driverId in useFavorites.getState().pressed) return;
    void act({
      name: driverId,
      input: kept,
      run: () => setFavorite(driverId, !kept),
      successMessage: kept ? 'favorites.removed' : 'favorites.added',
      errorMessage: kept ? 'favorites.remove_failed' : 'favorites.add_failed',
    });
  };
  const Sign = kept ? IconHeartFilled : IconHeart;
  return (
    <ActionIcon
      className={`${classes.heart} ${kept ? classes.kept : ''}`}
      size={size}
      disabled={!isReachable}
      aria-label={t(kept ? 'favorites.remove' : 'favorites.add', { name: driverName })}
      onClick={() => {
        press();
        onPress?.();
      }}
    >
      <Sign size={22} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
