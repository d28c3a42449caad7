import mongoose from 'mongoose';
import { documentSchema, number, type Stored, text, time } from '../store/document';

const placeFields = {
  _id: text,
  user_id: text,
  label: text,
  /** The label as it is compared (`labelKey`). */
  label_key: text,
  address: text,
  lat: number,
  lng: number,
  created_at: time,
  /** Which of the person's slots for saved places it holds. */
  slot: number,
};

/** A place that a person has saved. */
export type SavedPlaceDocument = Stored<typeof placeFields>;

const schema = documentSchema('saved_places', placeFields);
schema.index({ user_id: 1, created_at: -1 });
// One place of a label a person, and at most as many as there are slots, whoever saves at the same moment. The label is
// named first, by which a refused write is told from one whose slot was taken.
schema.index({ label_key: 1, user_id: 1 }, { unique: true });
schema.index({ user_id: 1, slot: 1 }, { unique: true });

export const SavedPlaceModel = mongoose.model<SavedPlaceDocument>('SavedPlace', schema);
