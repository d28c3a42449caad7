import mongoose from 'mongoose';
import { documentSchema, embedded, listOf, number, type Stored, text, time } from '../store/document';

const shapeFields = {
  /** Where it begins: the pickup, or where drivers are shown it. */
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

/** The ways of one ride request along the road; its bookings share them. Beside the request, because lists show none. */
export type RideShapeDocument = Stored<typeof rideShapeFields>;

export const RideShapeModel = mongoose.model<RideShapeDocument>(
  'RideShape',
  documentSchema('ride_shapes', rideShapeFields),
);
