import { endpoint } from '../core/endpoint';
import { Address, ReverseQuery } from './geo.schema';

export const reverseGeocode = endpoint({
  method: 'get',
  path: '/geo/reverse',
  access: 'any',
  query: ReverseQuery,
  reply: Address,
  summary: 'The address at a point; its coordinates where none is found. Always answers within 3 seconds',
});
