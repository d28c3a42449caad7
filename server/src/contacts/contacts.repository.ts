import { type ContactDocument, ContactModel } from './contacts.model';

export const contacts = {
  async of(userId: string): Promise<ContactDocument[]> {
    return ContactModel.find({ user_id: userId }).sort({ created_at: -1 }).lean<ContactDocument[]>();
  },

  async count(userId: string): Promise<number> {
    return ContactModel.countDocuments({ user_id: userId });
  },

  async insert(contact: ContactDocument): Promise<void> {
    await ContactModel.create(contact);
  },

  /** Removes one of this user's contacts; false when it has none of this id. */
  async remove(id: string, userId: string): Promise<boolean> {
    const { deletedCount } = await ContactModel.deleteOne({ _id: id, user_id: userId });
    return deletedCount === 1;
  },
};
