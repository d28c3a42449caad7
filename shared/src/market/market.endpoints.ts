import { endpoint } from '../core/endpoint';
import { Calibration } from './market.schema';

export const readCalibration = endpoint({
  method: 'get',
  path: '/admin/market/calibration',
  access: ['admin'],
  reply: Calibration,
  summary: 'How often the odds of a cheaper quote came true in the last 30 days, for each wording of them',
});
