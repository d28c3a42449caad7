import { z } from 'zod';
import { MAX_TRACK_POINTS } from '../core/constants';
import { Id, Latitude, Longitude, optional, says, TimeInput, Timestamp } from '../core/fields';

/** The latest time that a `Date` can hold (epoch milliseconds). */
const MAX_EPOCH_MS = 8_640_000_000_000_000;

const MAX_ACCURACY_M = 100_000;
const Accuracy = z.number().min(0).max(MAX_ACCURACY_M);

/** A fix of the driver's device. `heading` in degrees from north, `speed` in metres a second, `accuracy` in metres. */
export const Fix = z.object({
  lat: Latitude,
  lng: Longitude,
  heading: optional(z.number().min(0).max(360)),
  speed: optional(z.number().min(0).max(200)),
  accuracy: optional(Accuracy),
  recorded_at: optional(TimeInput),
});
export type Fix = z.infer<typeof Fix>;

/** Reasons why a fix is implausible: its accuracy is too poor, it is 0,0, or the car would have jumped there. */
export const fixFlags = ['inaccurate', 'zero', 'jump'] as const;
export type FixFlag = (typeof fixFlags)[number];

/** A number for which a phone sends null or a negative value when it is unknown; both become null. */
const orUnknown = (schema: z.ZodNumber) =>
  z.preprocess((value) => (typeof value === 'number' && value < 0 ? null : value), optional(schema));

/** An accuracy in metres as phones send it: one above the maximum counts as the maximum, an unknown one as null. */
const PhoneAccuracy = z.preprocess(
  (value) => (typeof value === 'number' ? Math.min(value, MAX_ACCURACY_M) : value),
  orUnknown(Accuracy),
);

/**
 * A fix as a phone's background service posts it (the body of `@capgo/background-geolocation`): `bearing` in degrees
 * from north, `speed` in metres a second, `accuracy` in metres, `time` in epoch milliseconds. Becomes a `Fix`; further
 * fields are ignored.
 */
export const DeviceFix = z
  .object({
    latitude: Latitude,
    longitude: Longitude,
    bearing: orUnknown(z.number().max(360)),
    speed: orUnknown(z.number().max(200)),
    accuracy: PhoneAccuracy,
    time: optional(z.number().int().min(0).max(MAX_EPOCH_MS)),
  })
  .transform(
    ({ latitude, longitude, bearing, speed, accuracy, time }): Fix => ({
      lat: latitude,
      lng: longitude,
      heading: bearing,
      speed,
      accuracy,
      recorded_at: time === null ? null : new Date(time),
    }),
  );

/**
 * A token that may only send positions of one booking, while the booking is accepted or in progress and its driver
 * stays signed in.
 */
export const PositionToken = z.object({ token: z.string(), expires_at: Timestamp });
export type PositionToken = z.infer<typeof PositionToken>;

/**
 * Reasons why a fix was not shown as live: it is flagged, was recorded too long ago, or was recorded before the fix that
 * is shown.
 */
const fixReasons = [...fixFlags, 'stale', 'out_of_order'] as const;
export type FixReason = (typeof fixReasons)[number];

/** The result of a fix: shown as the live position, or kept for the recorded trip only, with the reason. */
export const FixResult = z.object({ live: z.boolean(), reason: z.enum(fixReasons).nullable() });
export type FixResult = z.infer<typeof FixResult>;

/** A point of the recorded trip; `flag` is the reason why it is implausible; null if it is plausible. */
export const TrackPoint = z.object({
  lat: z.number(),
  lng: z.number(),
  recorded_at: Timestamp,
  flag: z.enum(fixFlags).nullable(),
});
export type TrackPoint = z.infer<typeof TrackPoint>;

/**
 * A point that a phone buffered while offline. It is valid with any accuracy, because one invalid point would
 * make the server refuse the whole batch.
 */
export const TrackPointInput = z.object({
  lat: Latitude,
  lng: Longitude,
  accuracy: PhoneAccuracy,
  recorded_at: TimeInput,
});
export type TrackPointInput = z.infer<typeof TrackPointInput>;

export const TrackInput = z.object({
  points: z.array(TrackPointInput).min(1, says('common.required')).max(MAX_TRACK_POINTS),
});

/**
 * A live position. `seq` rises with each position of a booking: it is max(last + 1, the server's time in milliseconds).
 */
export const Position = z.object({
  booking_id: Id,
  lat: z.number(),
  lng: z.number(),
  heading: z.number().nullable(),
  speed: z.number().nullable(),
  recorded_at: Timestamp,
  seq: z.number().int(),
});
export type Position = z.infer<typeof Position>;
