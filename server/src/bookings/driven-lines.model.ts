import mongoose from 'mongoose';
import { documentSchema, listOf, type Stored, text, time } from '../store/document';

const drivenLineFields = {
  /** The id of the booking. */
  _id: text,
  /** Polylines with six decimals, in the order of the drive. */
  lines: listOf(text),
  /** When the database deletes the document: together with the trail that it was computed from. */
  expires_at: time,
};

/**
 * The line of a ride along the roads that its recorded positions follow. It is a separate document, because lists of
 * bookings do not show it.
 */
export type DrivenLineDocument = Stored<typeof drivenLineFields>;

const schema = documentSchema('driven_lines', drivenLineFields);
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const DrivenLineModel = mongoose.model<DrivenLineDocument>('DrivenLine', schema);
