import { RIDE_SHAPE_DAYS } from '@boli/shared/core/constants';
import mongoose from 'mongoose';
import { documentSchema, embedded, listOf, number, type Stored, text, time } from '../store/document';

const shapeFields = {
  /** The start of the way: the pickup, or the point that drivers are shown. */
  lat: number,
  lng: number,
  /** A polyline with six decimals. */
  shape: text,
};
export type StoredShape = Stored<typeof shapeFields>;

const rideShapeFields = {
  /** The id of the ride request. */
  _id: text,
  shapes: listOf(embedded(shapeFields)),
  created_at: time,
};

/**
 * The ways of one ride request along the road, shared by its bookings. It is a separate document, because lists do not
 * show the ways.
 */
export type RideShapeDocument = Stored<typeof rideShapeFields>;

const schema = documentSchema('ride_shapes', rideShapeFields);
schema.index({ created_at: 1 }, { expireAfterSeconds: RIDE_SHAPE_DAYS * 86_400 });

export const RideShapeModel = mongoose.model<RideShapeDocument>('RideShape', schema);
