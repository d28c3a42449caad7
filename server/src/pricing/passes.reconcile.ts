import { reconciler } from '../core/reconcile';
import { passes } from './passes.repository';

/** The step after a purchase: the settlement by which the driver owes the price. */
export const passReconciler = reconciler({
  name: 'passes',
  steps: ['settlement'],
  read: passes.byId,
  clear: passes.clearFollowUp,
  marks: passes.followUps,
});
