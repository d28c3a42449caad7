import { readWait } from '@boli/shared/rides/rides.endpoints';
import type { Router } from 'express';
import { route } from '../core/route';
import * as wait from './wait.service';

/** Mounts the call that reads what the history says about waiting for quotes. */
export function waitRoutes(router: Router): void {
  route(router, readWait, async ({ actor, params }) => ({ outlook: await wait.outlook(actor, params.id) }));
}
