import { calibrate } from '@boli/shared/market/calibration';
import { readCalibration } from '@boli/shared/market/market.endpoints';
import type { Router } from 'express';
import { route } from '../core/route';
import { estimates } from './estimates.repository';

/** Mounts the calibration of the odds for admins. */
export function marketRoutes(router: Router): void {
  route(router, readCalibration, async () => ({ rows: calibrate(await estimates.outcomes()) }));
}
