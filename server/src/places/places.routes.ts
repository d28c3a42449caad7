import { listRecentPlaces, listSavedPlaces, removeSavedPlace, savePlace } from '@boli/shared/places/places.endpoints';
import type { Router } from 'express';
import { page, route } from '../core/route';
import { presentSavedPlace } from './places.presenter';
import * as places from './places.service';

/** Mounts the caller's saved and recent places. */
export function placeRoutes(router: Router): void {
  route(router, listSavedPlaces, async ({ actor }) => {
    const rows = await places.listSaved(actor);
    return page(rows.map(presentSavedPlace), rows.length);
  });
  route(router, savePlace, async ({ actor, body }) => presentSavedPlace(await places.save(actor, body)));
  route(router, removeSavedPlace, async ({ actor, params }) => {
    await places.remove(actor, params.id);
    return { success: true as const };
  });
  route(router, listRecentPlaces, async ({ actor }) => {
    const rows = await places.listRecent(actor);
    return page(rows, rows.length);
  });
}
