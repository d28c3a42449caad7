import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { IdParam, Page } from '../core/fields';
import { DriverProfile } from '../drivers/drivers.schema';
import {
  AdminUser,
  Live,
  SuspensionInput,
  UserIdParam,
  UsersQuery,
  VerificationItem,
  VerifyInput,
  VerifyQuery,
} from './admin.schema';

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
export const undoVerification = endpoint({
  method: 'post',
  path: '/admin/drivers/{userId}/verify/undo',
  access: ['admin'],
  params: UserIdParam,
  reply: DriverProfile,
  summary: 'Undo a decision on a driver, within a minute; the driver is pending again',
});
export const listUsers = endpoint({
  method: 'get',
  path: '/admin/users',
  access: ['admin'],
  query: UsersQuery,
  reply: z.array(AdminUser),
  list: true,
  summary: 'Accounts by a part of their name, email or phone number',
});
export const setSuspension = endpoint({
  method: 'put',
  path: '/admin/users/{id}/suspension',
  access: ['admin'],
  params: IdParam,
  body: SuspensionInput,
  reply: AdminUser,
  summary: 'Suspend an account with a reason, or end its suspension',
});
export const readLive = endpoint({
  method: 'get',
  path: '/admin/live',
  access: ['admin'],
  reply: Live,
  summary: 'The live board: open requests, live bookings, drivers with their positions, counts',
});
