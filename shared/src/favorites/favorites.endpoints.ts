import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { Done } from '../core/fields';
import { DriverParam, Favorite } from './favorites.schema';

const access = ['customer'] as const;

export const listFavorites = endpoint({
  method: 'get',
  path: '/favorites/my',
  access,
  reply: z.array(Favorite),
  list: true,
  summary: 'My favorite drivers, newest first',
});
export const addFavorite = endpoint({
  method: 'post',
  path: '/favorites/add/{user_id}',
  access,
  params: DriverParam,
  reply: Favorite,
  summary: 'Add a driver to my favorites; repeating it gives the same answer',
});
export const removeFavorite = endpoint({
  method: 'delete',
  path: '/favorites/remove/{user_id}',
  access,
  params: DriverParam,
  reply: Done,
  summary: 'Remove a driver from my favorites; also succeeds for a driver who is not one',
});
