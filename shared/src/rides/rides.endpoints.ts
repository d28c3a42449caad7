import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { IdParam, Page } from '../core/fields';
import { RideRequest, RideRequestBody, RidesQuery } from './rides.schema';

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
export const cancelRide = endpoint({
  method: 'delete',
  path: '/rides/request/{id}',
  access: ['customer'],
  params: IdParam,
  reply: RideRequest,
  cost: 2,
  summary: 'Cancel my open ride request',
});
