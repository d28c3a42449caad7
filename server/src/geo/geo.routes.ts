import { reverseGeocode } from '@boli/shared/geo/geo.endpoints';
import type { Router } from 'express';
import { route } from '../core/route';
import { addresses } from './geo.service';

export function geoRoutes(router: Router): void {
  route(router, reverseGeocode, ({ actor, query }) => addresses().at(query, actor.id));
}
