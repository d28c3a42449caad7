import { insertOnce } from '../store/insert-once';
import { type RideShapeDocument, RideShapeModel } from './shapes.model';

export const rideShapes = {
  /** Stores the ways of a ride request; existing ones are left unchanged. */
  async insert(document: RideShapeDocument): Promise<void> {
    await insertOnce(RideShapeModel, document);
  },

  async byRide(rideId: string): Promise<RideShapeDocument | null> {
    return RideShapeModel.findById(rideId).lean<RideShapeDocument>();
  },
};
