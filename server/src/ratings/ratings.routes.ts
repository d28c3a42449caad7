import { createRating } from '@boli/shared/ratings/ratings.endpoints';
import type { Router } from 'express';
import { route } from '../core/route';
import { presentRating } from './ratings.presenter';
import * as ratings from './ratings.service';

export function ratingRoutes(router: Router): void {
  route(router, createRating, async ({ actor, body }) => presentRating(await ratings.rate(actor, body)));
}
