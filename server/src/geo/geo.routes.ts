import { findRoute, reverseGeocode, searchPlaces } from '@boli/shared/geo/geo.endpoints';
import type { Router } from 'express';
import { languageOf } from '../core/language';
import { route } from '../core/route';
import { addresses } from './geo.service';
import { findPlaces } from './places.service';
import { routeFor } from './roads.service';

/** Mounts address lookup, place search and routing. */
export function geoRoutes(router: Router): void {
  route(router, reverseGeocode, ({ actor, query }) => addresses().at(query, actor.id));
  route(router, searchPlaces, async ({ actor, query, request }) => {
    const { q, lat, lng, limit, lang } = query;
    const near = lat === undefined || lng === undefined ? null : { lat, lng };
    return { places: await findPlaces(actor.id, { q, near, limit, lang: lang ?? languageOf(request) }) };
  });
  route(router, findRoute, ({ actor, body }) => routeFor(actor.id, body));
}
