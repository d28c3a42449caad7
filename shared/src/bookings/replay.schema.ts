import { z } from 'zod';
import { Point, Timestamp } from '../core/fields';
import { Shape } from '../geo/geo.schema';
import { parties } from './bookings.state';
import { Driven } from './driven.schema';

/** The maximum number of positions of a replay. A longer trail is thinned to evenly spaced positions. */
export const MAX_REPLAY_POINTS = 1_500;

export const replayEvents = ['accepted', 'started', 'completed', 'cancelled'] as const;

export const ReplayEvent = z.object({
  kind: z.enum(replayEvents),
  at: Timestamp,
  /** Seconds since the start of the ride; below zero before it. */
  at_s: z.number(),
  by: z.enum(parties),
  /** The name of the person; null for the system. */
  name: z.string().nullable(),
});
export type ReplayEvent = z.infer<typeof ReplayEvent>;

export const ReplayPoint = z.object({ lat: z.number(), lng: z.number(), at_s: z.number() });
export type ReplayPoint = z.infer<typeof ReplayPoint>;

/** The replay of a ride that has ended. Each `at_s` is in seconds since the start of the ride. */
export const Replay = z.object({
  started_at: Timestamp,
  duration_s: z.number(),
  pickup: Point,
  drop: Point,
  /** The way along the road as known when the ride was requested. */
  planned: Shape,
  /** The recorded positions from the start to the end without implausible ones; empty once they are deleted. */
  points: z.array(ReplayPoint),
  /**
   * The driven way along the roads: polylines with six decimals, more than one where it is interrupted. Empty if
   * unknown.
   */
  lines: z.array(z.string()),
  driven: Driven.nullable(),
  /** The events of the ride, in order of time. */
  events: z.array(ReplayEvent),
});
export type Replay = z.infer<typeof Replay>;
