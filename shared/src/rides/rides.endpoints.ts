import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { IdParam, Page } from '../core/fields';
import { WaitReply } from '../market/market.schema';
import { AskedPriceInput, RideRequest, RideRequestBody, RidesQuery } from './rides.schema';

export const createRide = endpoint({
  method: 'post',
  path: '/rides/request',
  access: ['customer'],
  body: RideRequestBody,
  reply: RideRequest,
  status: 201,
  idempotent: true,
  cost: 6,
  summary: 'Post a ride request; the answer has its road distance, or an estimate after 0.3 seconds',
});
export const listRides = endpoint({
  method: 'get',
  path: '/rides/requests',
  access: 'any',
  query: RidesQuery.extend(Page.shape),
  reply: z.array(RideRequest),
  list: true,
  cost: 5,
  summary: 'A customer reads its own requests, a driver the open ones, an admin all',
});
export const readRide = endpoint({
  method: 'get',
  path: '/rides/request/{id}',
  access: 'any',
  params: IdParam,
  reply: RideRequest,
  summary: 'One ride request, with its line along the road',
});
export const readWait = endpoint({
  method: 'get',
  path: '/rides/request/{id}/wait',
  access: ['customer'],
  params: IdParam,
  reply: WaitReply,
  summary: 'When a first quote usually comes on my open request, and the odds of one below the lowest price',
});
export const cancelRide = endpoint({
  method: 'delete',
  path: '/rides/request/{id}',
  access: ['customer'],
  params: IdParam,
  reply: RideRequest,
  cost: 2,
  summary: 'Cancel my open ride request',
});
export const askPrice = endpoint({
  method: 'post',
  path: '/rides/request/{id}/price',
  access: ['customer'],
  params: IdParam,
  body: AskedPriceInput,
  reply: RideRequest,
  cost: 3,
  summary: 'Name a price on my open ride request, or raise it; drivers may quote it or their own',
});
export const widenRide = endpoint({
  method: 'post',
  path: '/rides/request/{id}/widen',
  access: ['customer'],
  params: IdParam,
  reply: RideRequest,
  cost: 6,
  summary: 'Notify drivers up to twice as far from my open request as usual: once, while no quote can be chosen',
});
