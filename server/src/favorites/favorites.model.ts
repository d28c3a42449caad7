import mongoose from 'mongoose';
import { documentSchema, type Stored, text, time } from '../store/document';

const favoriteFields = { _id: text, customer_id: text, driver_id: text, created_at: time };

/**
 * A driver who is a favorite of a customer. `_id` is `<customer>:<driver>`, so that adding the same driver twice gives one
 * row.
 */
export type FavoriteDocument = Stored<typeof favoriteFields>;

const schema = documentSchema('favorites', favoriteFields);
schema.index({ customer_id: 1, created_at: -1 });

export const FavoriteModel = mongoose.model<FavoriteDocument>('Favorite', schema);
