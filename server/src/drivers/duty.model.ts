import mongoose from 'mongoose';
import { documentSchema, number, type Stored, text, time } from '../store/document';

const dutyFields = {
  /** The driver's user id. */
  _id: text,
  /** Milliseconds online or in rides since the last rest. */
  worked_ms: number,
  /** When the driver was last counted as online or in a ride. */
  last_at: time,
};

/** How long a driver has been online or in rides since the last rest; kept only where a law limits it. */
export type DutyDocument = Stored<typeof dutyFields>;

export const DutyModel = mongoose.model<DutyDocument>('Duty', documentSchema('duty', dutyFields));
