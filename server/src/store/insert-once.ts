import type { Model } from 'mongoose';
import { isDuplicateKey } from './duplicate';

/** Stores a document; one with this id that is there already stays as it is. True when it was not there. */
export async function insertOnce<D>(model: Model<D>, document: D): Promise<boolean> {
  try {
    await model.create(document);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
