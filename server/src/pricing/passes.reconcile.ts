import { reconciler } from '../core/reconcile';
import { passes } from './passes.repository';

/** The step after the purchase of a pass: it adds the settlement that records the price as a debt of the driver. */
export const passReconciler = reconciler({
  name: 'passes',
  steps: ['settlement'],
  read: passes.byId,
  clear: passes.clearFollowUp,
  marks: passes.followUps,
});
