import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { AdminLogEntry, AdminLogFilter, AdminLogQuery } from './admin-log.schema';

export const listAdminLog = endpoint({
  method: 'get',
  path: '/admin/log',
  access: ['admin'],
  query: AdminLogQuery,
  reply: z.array(AdminLogEntry),
  list: true,
  summary: 'The admin log: who, when, from where, the subject, before and after',
});
export const exportAdminLog = endpoint({
  method: 'get',
  path: '/admin/log/csv',
  access: ['admin'],
  query: AdminLogFilter,
  reply: null,
  status: 200,
  summary: 'The admin log as CSV; cells cannot be read as formulas',
});
