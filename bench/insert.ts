import mongoose, { type Model } from 'mongoose';

const BATCH = 2_000;

/** Writes documents by the MongoDB driver alone: mongoose's models would take longer than the writing itself. */
export async function insert<D>(model: Model<D>, documents: readonly object[]): Promise<void> {
  for (let from = 0; from < documents.length; from += BATCH) {
    const part = documents.slice(from, from + BATCH).map((document) => ({ ...document }));
    await mongoose.connection.collection(model.collection.name).insertMany(part);
  }
}
