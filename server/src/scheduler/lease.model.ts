import mongoose from 'mongoose';
import { documentSchema, nullable, type Stored, text, whole } from '../store/document';

const leaseFields = {
  /** The name of the work that only the owner does. */
  _id: text,
  /** The node that has the lease; null once it has given the lease back. */
  owner: nullable(text),
  /** Rises with every change of owner, so that a former owner cannot renew the lease. */
  fence: whole,
  /** Rises with every renewal: whoever sees it unchanged for long enough takes the lease over. */
  beat: whole,
};

/** A lease on work that one node of a cluster does for all. */
export type LeaseDocument = Stored<typeof leaseFields>;

export const LeaseModel = mongoose.model<LeaseDocument>('Lease', documentSchema('leases', leaseFields));
