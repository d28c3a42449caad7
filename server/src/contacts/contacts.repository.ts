import type { Stored } from '../core/slots';
import { duplicateField, isDuplicateKey } from '../store/duplicate';
import { type ContactDocument, ContactModel } from './contacts.model';

export const contacts = {
  async of(userId: string): Promise<ContactDocument[]> {
    return ContactModel.find({ user_id: userId }).sort({ created_at: -1 }).lean<ContactDocument[]>();
  },

  /** Stores a contact under its slot. */
  async insert(contact: ContactDocument): Promise<Stored> {
    try {
      await ContactModel.create(contact);
      return 'stored';
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return duplicateField(error) === 'user_id' ? 'taken' : 'exists';
    }
  },

  /** Removes one of this user's contacts; returns false when the user has none with this id. */
  async remove(id: string, userId: string): Promise<boolean> {
    const { deletedCount } = await ContactModel.deleteOne({ _id: id, user_id: userId });
    return deletedCount === 1;
  },
};
