import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { IdParam } from '../core/fields';
import { CounterAnswerInput, CounterInput, Quote, QuoteInput } from './quotes.schema';

export const listQuotes = endpoint({
  method: 'get',
  path: '/quotes/ride/{id}',
  access: 'any',
  params: IdParam,
  reply: z.array(Quote),
  list: true,
  summary: "Quotes on a ride request, lowest price first; a driver gets only the driver's own quote",
});
export const createQuote = endpoint({
  method: 'post',
  path: '/quotes/create',
  access: ['driver'],
  body: QuoteInput,
  reply: Quote,
  status: 201,
  repeatStatus: 200,
  idempotent: true,
  cost: 3,
  summary: 'Offer a price on an open ride request, or replace my offer',
});
export const counterQuote = endpoint({
  method: 'post',
  path: '/quotes/{id}/counter',
  access: ['customer'],
  params: IdParam,
  body: CounterInput,
  reply: Quote,
  cost: 2,
  summary: 'Ask for a lower price, once for each quote on my request; the driver has 60 seconds to answer',
});
export const answerCounter = endpoint({
  method: 'post',
  path: '/quotes/{id}/counter/answer',
  access: ['driver'],
  params: IdParam,
  body: CounterAnswerInput,
  reply: Quote,
  cost: 2,
  summary: "Answer the counter-offer on my quote: 'yes' changes my price to it and books nothing, 'keep' keeps mine",
});
export const withdrawQuote = endpoint({
  method: 'delete',
  path: '/quotes/{id}',
  access: ['driver'],
  params: IdParam,
  reply: Quote,
  cost: 3,
  summary: 'Withdraw my active quote',
});
