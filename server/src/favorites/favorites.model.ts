import mongoose from 'mongoose';

/** That a customer keeps a driver. `_id` is `<customer>:<driver>`: keeping the same one twice is one row. */
export interface FavoriteDocument {
  _id: string;
  customer_id: string;
  driver_id: string;
  created_at: Date;
}

const schema = new mongoose.Schema<FavoriteDocument>(
  {
    _id: { type: String, required: true },
    customer_id: { type: String, required: true },
    driver_id: { type: String, required: true },
    created_at: { type: Date, required: true },
  },
  { versionKey: false, collection: 'favorites' },
);
schema.index({ customer_id: 1, created_at: -1 });

export const FavoriteModel = mongoose.model<FavoriteDocument>('Favorite', schema);
