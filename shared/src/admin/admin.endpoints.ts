import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { Page } from '../core/fields';
import { DriverProfile } from '../drivers/drivers.schema';
import { Live, UserIdParam, VerificationItem, VerifyInput, VerifyQuery } from './admin.schema';

export const listPendingVerifications = endpoint({
  method: 'get',
  path: '/admin/drivers/pending-verification',
  access: ['admin'],
  query: Page,
  reply: z.array(VerificationItem),
  list: true,
  summary: 'Drivers whose documents wait for a decision',
});
export const verifyDriver = endpoint({
  method: 'put',
  path: '/admin/drivers/{userId}/verify',
  access: ['admin'],
  params: UserIdParam,
  query: VerifyQuery,
  body: VerifyInput,
  reply: DriverProfile,
  summary: 'Approve or reject a driver',
});
export const readLive = endpoint({
  method: 'get',
  path: '/admin/live',
  access: ['admin'],
  reply: Live,
  summary: 'What is going on right now: open requests, live bookings, drivers with their places, counts',
});
