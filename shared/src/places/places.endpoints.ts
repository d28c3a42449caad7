import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { Done, IdParam } from '../core/fields';
import { RecentPlace, SavedPlace, SavedPlaceInput } from './places.schema';

const access = ['customer'] as const;

export const listSavedPlaces = endpoint({
  method: 'get',
  path: '/places/saved',
  access,
  reply: z.array(SavedPlace),
  list: true,
  summary: 'My saved places, newest first',
});
export const savePlace = endpoint({
  method: 'post',
  path: '/places/saved',
  access,
  body: SavedPlaceInput,
  reply: SavedPlace,
  status: 201,
  summary: 'Save a place under a label; an existing place with the label (ignoring case) is replaced and keeps its id',
});
export const removeSavedPlace = endpoint({
  method: 'delete',
  path: '/places/saved/{id}',
  access,
  params: IdParam,
  reply: Done,
  summary: 'Remove a saved place',
});
export const listRecentPlaces = endpoint({
  method: 'get',
  path: '/places/recent',
  access,
  reply: z.array(RecentPlace),
  list: true,
  summary: 'Pickups and drops of my last ride requests: different places, newest first, at most 10',
});
