import { readFairness } from '@boli/shared/fairness/fairness.endpoints';
import type { Router } from 'express';
import { route } from '../core/route';
import { presentFairness } from './fairness.presenter';
import { publishedFigures } from './fairness.service';

/** Seconds for which a browser or a proxy may keep the figures: they change once a day. */
const CACHED_S = 300;

/** Mounts the published figures. */
export function fairnessRoutes(router: Router): void {
  route(router, readFairness, async ({ response }) => {
    const figures = presentFairness(await publishedFigures());
    response.set('Cache-Control', `public, max-age=${CACHED_S}`);
    return figures;
  });
}
