import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { IdParam, Page } from '../core/fields';
import { Settlement, SettlementInput } from './settlements.schema';

export const listPendingSettlements = endpoint({
  method: 'get',
  path: '/admin/settlements/pending',
  access: ['admin'],
  query: Page,
  reply: z.array(Settlement),
  list: true,
  summary: 'Settlements that are not yet paid',
});
export const paySettlement = endpoint({
  method: 'put',
  path: '/admin/settlements/{id}',
  access: ['admin'],
  params: IdParam,
  body: SettlementInput,
  reply: Settlement,
  summary: 'Mark a settlement as paid',
});
export const undoSettlement = endpoint({
  method: 'post',
  path: '/admin/settlements/{id}/undo',
  access: ['admin'],
  params: IdParam,
  reply: Settlement,
  summary: 'Undo Mark Paid of a settlement, within a minute',
});
