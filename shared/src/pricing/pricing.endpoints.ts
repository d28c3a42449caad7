import { endpoint } from '../core/endpoint';
import { Pass, PassInput } from './pricing.schema';

export const buyPass = endpoint({
  method: 'post',
  path: '/driver/passes',
  access: ['driver'],
  body: PassInput,
  reply: Pass,
  status: 201,
  idempotent: true,
  summary: 'Buy a pass: no platform fee on rides that are booked while it is valid',
});
