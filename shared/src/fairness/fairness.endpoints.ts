import { endpoint } from '../core/endpoint';
import { Fairness } from './fairness.schema';

export const readFairness = endpoint({
  method: 'get',
  path: '/fairness',
  access: 'public',
  reply: Fairness,
  summary: 'Figures of prices, earnings and kept promises, by month and for 30 days; each from 30 or more observations',
});
