import type { QueryFilter } from 'mongoose';
import { newestFirst, type Slice, type Sliced } from '../core/slice.repository';
import { type UserDocument, UserModel } from './auth.model';
import { beginsAs, searchedDigits, searchPartsOf } from './search-parts';

/** The batch size of `addMissingParts`. */
const TOGETHER = 200;

/**
 * Matches the accounts whose parts are not stored yet. `email_parts` stands for all parts: a later change of an account
 * may store the parts of its name or phone number alone, but never those of its email, which does not change.
 */
const withoutParts = { email_parts: null };
const shown = { name_parts: 0, email_parts: 0, phone_parts: 0 } as const;

/** Where the text is searched: the condition on the field itself, and the condition on its stored parts. */
interface Place {
  field: QueryFilter<UserDocument>;
  parts: QueryFilter<UserDocument>;
}

/**
 * Where `q` is searched: in names and emails regardless of case; if it may be a phone number, also in phone numbers by
 * its digits.
 */
function placesOf(q: string): Place[] {
  const part = new RegExp(q.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i');
  const digits = searchedDigits(q);
  const inText = [
    { field: { email: part }, parts: { email_parts: beginsAs(q) } },
    { field: { name: part }, parts: { name_parts: beginsAs(q) } },
  ];
  if (digits === null) return inText;
  const phone = new RegExp([...digits].join('[\\s()-]*'));
  return [...inText, { field: { phone }, parts: { phone_parts: beginsAs(digits) } }];
}

export const accountSearch = {
  /**
   * Accounts with `q` in their name or email, or its digits in their phone number, newest first; all accounts if `q` is
   * null. The search uses the indexes of the stored parts; while an account lacks its parts, all accounts are compared.
   */
  async find(q: string | null, slice: Slice): Promise<Sliced<UserDocument>> {
    if (q === null) return newestFirst(UserModel, { filter: {}, slice, projection: shown });
    const areAllStored = (await UserModel.exists(withoutParts)) === null;
    const places = placesOf(q).map(({ field, parts }) => (areAllStored ? { ...parts, ...field } : field));
    return newestFirst(UserModel, { filter: { $or: places }, slice, projection: shown });
  },

  /** Stores the parts of at most 200 accounts that lack them; returns false when none lacks them. */
  async addMissingParts(): Promise<boolean> {
    const users = await UserModel.find(withoutParts, { name: 1, email: 1, phone: 1 })
      .limit(TOGETHER)
      .lean<Pick<UserDocument, '_id' | 'name' | 'email' | 'phone'>[]>();
    if (users.length === 0) return false;
    await UserModel.bulkWrite(
      users.map(({ _id, name, email, phone }) => ({
        // Nothing is written if the name or the phone number has changed meanwhile.
        updateOne: {
          filter: { _id, name, phone, ...withoutParts },
          update: { $set: searchPartsOf({ name, email, phone }) },
        },
      })),
      { ordered: false },
    );
    return true;
  },
};
