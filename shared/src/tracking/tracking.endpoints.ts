import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { Done, IdParam } from '../core/fields';
import { DeviceFix, Fix, FixResult, PositionToken, TrackInput, TrackPoint } from './tracking.schema';

export const sendLocation = endpoint({
  method: 'put',
  path: '/bookings/{id}/location',
  access: ['driver'],
  whileSuspended: true,
  params: IdParam,
  body: Fix,
  reply: Done.extend(FixResult.shape),
  summary: "Share the driver's position",
});
export const readTrack = endpoint({
  method: 'get',
  path: '/bookings/{id}/track',
  access: 'any',
  whileSuspended: true,
  params: IdParam,
  reply: z.array(TrackPoint),
  summary: 'The recorded trip, oldest point first',
});
export const addTrack = endpoint({
  method: 'post',
  path: '/bookings/{id}/track',
  access: ['driver'],
  whileSuspended: true,
  params: IdParam,
  body: TrackInput,
  reply: z.object({ stored: z.number().int() }),
  summary: 'Store points that were buffered while offline; they are never pushed as the current position',
});
export const issuePositionToken = endpoint({
  method: 'post',
  path: '/bookings/{id}/position-token',
  access: ['driver'],
  whileSuspended: true,
  params: IdParam,
  reply: PositionToken,
  summary: 'A token for background positions of this booking, and nothing else',
});
export const postPosition = endpoint({
  method: 'post',
  path: '/bookings/{id}/positions',
  access: 'position',
  whileSuspended: true,
  params: IdParam,
  body: DeviceFix,
  reply: Done.extend(FixResult.shape),
  summary: "Share the driver's position from the background of a phone, with a position token",
});
