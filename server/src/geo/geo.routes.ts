import type { Point } from '@boli/shared/core/fields';
import type { PricedRoute } from '@boli/shared/fares/fares.schema';
import { findRoute, reverseGeocode, searchPlaces } from '@boli/shared/geo/geo.endpoints';
import type { Route } from '@boli/shared/geo/geo.schema';
import type { Router } from 'express';
import { clock } from '../core/clock';
import { languageOf } from '../core/language';
import { route } from '../core/route';
import { addresses } from './geo.service';
import { findPlaces } from './places.service';
import { routeFor } from './roads.service';

/** The functions that the answers need from folders that `geo` may not import. */
export interface GeoParts {
  /** Adds the usual prices of a ride along this way from this point at this time. */
  priced: (route: Route, from: Point, at: Date) => Promise<PricedRoute>;
}

/** Mounts address lookup, place search and routing. */
export function geoRoutes(router: Router, { priced }: GeoParts): void {
  route(router, reverseGeocode, ({ actor, query }) => addresses().at(query, actor.id));
  route(router, searchPlaces, async ({ actor, query, request }) => {
    const { q, lat, lng, limit, lang } = query;
    const near = lat === undefined || lng === undefined ? null : { lat, lng };
    return { places: await findPlaces(actor.id, { q, near, limit, lang: lang ?? languageOf(request) }) };
  });
  route(router, findRoute, async ({ actor, body }) =>
    priced(await routeFor(actor.id, body), body.from, body.at ?? clock.now()),
  );
}
