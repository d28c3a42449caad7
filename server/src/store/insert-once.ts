import type { Model } from 'mongoose';
import { isDuplicateKey } from './duplicate';

/** Stores a document; an existing one with this id is left unchanged. Returns true when it was inserted. */
export async function insertOnce<D>(model: Model<D>, document: D): Promise<boolean> {
  try {
    await model.create(document);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
