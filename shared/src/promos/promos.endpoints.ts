import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { Promo, PromoAnswer, PromoInput, PromoParam, PromoPatch, ValidateInput } from './promos.schema';

export const validatePromo = endpoint({
  method: 'post',
  path: '/promo/validate',
  access: ['customer'],
  body: ValidateInput,
  reply: PromoAnswer,
  summary: 'The discount of a code on an amount; a refused code gets {success: false, valid: false, detail}',
});
export const listPromos = endpoint({
  method: 'get',
  path: '/admin/promos',
  access: ['admin'],
  reply: z.array(Promo),
  list: true,
  summary: 'Every promo code with its use',
});
export const createPromo = endpoint({
  method: 'post',
  path: '/admin/promos',
  access: ['admin'],
  body: PromoInput,
  reply: Promo,
  status: 201,
  summary: 'Create a promo code',
});
export const changePromo = endpoint({
  method: 'put',
  path: '/admin/promos/{code}',
  access: ['admin'],
  params: PromoParam,
  body: PromoPatch,
  reply: Promo,
  summary: 'Pause or resume a promo code, raise its limit, or change its end',
});
