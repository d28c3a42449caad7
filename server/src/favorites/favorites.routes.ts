import { addFavorite, listFavorites, removeFavorite } from '@boli/shared/favorites/favorites.endpoints';
import type { Router } from 'express';
import { page, route } from '../core/route';
import { presentFavorite } from './favorites.presenter';
import * as favorites from './favorites.service';

/** Mounts the caller's favorite drivers: list, add and remove. */
export function favoriteRoutes(router: Router): void {
  route(router, listFavorites, async ({ actor }) => {
    const rows = await favorites.list(actor);
    return page(
      rows.map(({ profile, person }) => presentFavorite(profile, person, actor.id)),
      rows.length,
    );
  });
  route(router, addFavorite, async ({ actor, params }) => {
    const { profile, person } = await favorites.add(actor, params.user_id);
    return presentFavorite(profile, person, actor.id);
  });
  route(router, removeFavorite, async ({ actor, params }) => {
    await favorites.remove(actor, params.user_id);
    return { success: true as const };
  });
}
