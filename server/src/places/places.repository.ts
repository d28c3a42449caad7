import type { Stored } from '../core/slots';
import { duplicateField, isDuplicateKey } from '../store/duplicate';
import { type SavedPlaceDocument, SavedPlaceModel } from './places.model';

/** The fields that change when a label is given to another place. */
type Move = Pick<SavedPlaceDocument, 'label' | 'address' | 'lat' | 'lng'>;

export const savedPlaces = {
  /** A person's saved places, newest first. */
  async of(userId: string): Promise<SavedPlaceDocument[]> {
    return SavedPlaceModel.find({ user_id: userId }).sort({ created_at: -1 }).lean<SavedPlaceDocument[]>();
  },

  /** Gives this person's place with this label another address and point; returns null if there is no such place. */
  async move(userId: string, labelKey: string, to: Move): Promise<SavedPlaceDocument | null> {
    return SavedPlaceModel.findOneAndUpdate(
      { label_key: labelKey, user_id: userId },
      { $set: to },
      { returnDocument: 'after' },
    ).lean<SavedPlaceDocument>();
  },

  /**
   * Stores a place under its slot; returns `exists` if the person has a place with this label, `taken` if the slot is
   * taken.
   */
  async insert(place: SavedPlaceDocument): Promise<Stored> {
    try {
      await SavedPlaceModel.create(place);
      return 'stored';
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return duplicateField(error) === 'user_id' ? 'taken' : 'exists';
    }
  },

  /** Removes one of this person's places; returns false when the person has none with this id. */
  async remove(id: string, userId: string): Promise<boolean> {
    const { deletedCount } = await SavedPlaceModel.deleteOne({ _id: id, user_id: userId });
    return deletedCount === 1;
  },
};
