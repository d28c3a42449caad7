import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { IdParam, Page } from '../core/fields';
import {
  AdminStats,
  Commission,
  CommissionPage,
  DailyEarnings,
  DailyRevenue,
  DaysQuery,
  ExportParam,
  Payout,
  PayoutInput,
  Receipt,
  Statement,
  StatementQuery,
} from './ledger.schema';

export const readReceipt = endpoint({
  method: 'get',
  path: '/bookings/{id}/receipt',
  whileSuspended: true,
  access: 'any',
  params: IdParam,
  reply: Receipt,
  summary: 'The receipt of a completed ride, or of the charged part of a cancelled one, for its two sides and admins',
});
export const readDailyEarnings = endpoint({
  method: 'get',
  path: '/driver/earnings/daily',
  access: ['driver'],
  query: DaysQuery,
  reply: z.array(DailyEarnings),
  summary: 'My earnings by day, oldest first, including days without rides',
});
export const readStatement = endpoint({
  method: 'get',
  path: '/driver/statement',
  access: ['driver'],
  query: StatementQuery,
  reply: Statement,
  summary: 'My statement: rides and amounts of a period',
});
export const readStats = endpoint({
  method: 'get',
  path: '/admin/stats',
  access: ['admin'],
  reply: AdminStats,
  summary: 'Sums of the platform: earned, collected and owed to it',
});
export const readDailyRevenue = endpoint({
  method: 'get',
  path: '/admin/revenue/daily',
  access: ['admin'],
  query: DaysQuery,
  reply: z.array(DailyRevenue),
  summary: 'Revenue by day, oldest first',
});
export const listCommissions = endpoint({
  method: 'get',
  path: '/admin/commissions/by-driver',
  access: ['admin'],
  query: CommissionPage,
  reply: z.array(Commission),
  list: true,
  summary: 'Commission by driver, the highest first',
});
export const listPayouts = endpoint({
  method: 'get',
  path: '/admin/payouts',
  access: ['admin'],
  query: Page,
  reply: z.array(Payout),
  list: true,
  summary: 'Payouts to drivers for gateway rides, owed and paid',
});
export const payPayout = endpoint({
  method: 'put',
  path: '/admin/payouts/{id}',
  access: ['admin'],
  params: IdParam,
  body: PayoutInput,
  reply: Payout,
  summary: 'Record that a payout was paid, with its reference',
});
export const exportCsv = endpoint({
  method: 'get',
  path: '/admin/export/{kind}',
  access: ['admin'],
  params: ExportParam,
  reply: null,
  status: 200,
  summary: 'Settlements, payouts or commissions as CSV; cells cannot be read as formulas',
});
