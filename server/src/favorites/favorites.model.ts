import mongoose from 'mongoose';
import { documentSchema, type Stored, text, time } from '../store/document';

const favoriteFields = { _id: text, customer_id: text, driver_id: text, created_at: time };

/**
 * A driver whom a customer has kept as a favorite. `_id` is `<customer>:<driver>`: keeping the same one twice gives one
 * row.
 */
export type FavoriteDocument = Stored<typeof favoriteFields>;

const schema = documentSchema('favorites', favoriteFields);
schema.index({ customer_id: 1, created_at: -1 });

export const FavoriteModel = mongoose.model<FavoriteDocument>('Favorite', schema);
