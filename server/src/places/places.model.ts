import mongoose from 'mongoose';
import { documentSchema, number, type Stored, text, time } from '../store/document';

const placeFields = {
  _id: text,
  user_id: text,
  label: text,
  /** The normalised label, by which labels are compared (`labelKey`). */
  label_key: text,
  address: text,
  lat: number,
  lng: number,
  created_at: time,
  /** The number of the owner's slot that this place occupies. */
  slot: number,
};

/** A place that a person has saved. */
export type SavedPlaceDocument = Stored<typeof placeFields>;

const schema = documentSchema('saved_places', placeFields);
schema.index({ user_id: 1, created_at: -1 });
// Enforces one place for each label of a person, and at most one for each slot, also under concurrent writes. The label
// is the first field of its index, so that the error of a refused write shows whether the label or the slot is taken.
schema.index({ label_key: 1, user_id: 1 }, { unique: true });
schema.index({ user_id: 1, slot: 1 }, { unique: true });

export const SavedPlaceModel = mongoose.model<SavedPlaceDocument>('SavedPlace', schema);
