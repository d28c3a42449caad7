import { endpoint } from '../core/endpoint';
import { PricedRoute } from '../fares/fares.schema';
import { Address, FoundPlaces, PlaceSearchQuery, PointQuery, RouteInput } from './geo.schema';

export const reverseGeocode = endpoint({
  method: 'get',
  path: '/geo/reverse',
  access: 'any',
  query: PointQuery,
  reply: Address,
  summary: 'The address at a point; its coordinates if none is found. Always answers within 3 seconds',
});

export const searchPlaces = endpoint({
  method: 'get',
  path: '/geo/search',
  access: 'any',
  query: PlaceSearchQuery,
  reply: FoundPlaces,
  summary: 'Places that match a text, best first; none if no place search is installed or it fails',
});

export const findRoute = endpoint({
  method: 'post',
  path: '/geo/route',
  access: 'any',
  body: RouteInput,
  reply: PricedRoute,
  cost: 3,
  summary:
    'The route by road between two points, departing at `at` (default: now), or an estimate, with the usual price of a ride; 30 calls a minute per user',
});
