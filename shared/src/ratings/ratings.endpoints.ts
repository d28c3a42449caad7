import { endpoint } from '../core/endpoint';
import { Rating, RatingInput } from './ratings.schema';

export const createRating = endpoint({
  method: 'post',
  path: '/ratings/create',
  access: ['customer'],
  body: RatingInput,
  reply: Rating,
  status: 201,
  idempotent: true,
  summary: 'Rate a completed ride, once',
});
