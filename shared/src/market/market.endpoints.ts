import { endpoint } from '../core/endpoint';
import { IdParam } from '../core/fields';
import { Calibration, WaitReply } from './market.schema';

export const readWait = endpoint({
  method: 'get',
  path: '/rides/request/{id}/wait',
  access: ['customer'],
  params: IdParam,
  reply: WaitReply,
  summary: 'When a first quote usually comes on my open request, and the odds of one below the lowest price',
});
export const readCalibration = endpoint({
  method: 'get',
  path: '/admin/market/calibration',
  access: ['admin'],
  reply: Calibration,
  summary: 'How often the odds of a cheaper quote came true in the last 30 days, for each wording of them',
});
