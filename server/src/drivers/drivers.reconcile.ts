import { reconciler } from '../core/reconcile';
import { domainEvents } from '../domain-events';
import type { DriverProfileDocument } from './drivers.model';
import { profiles } from './drivers.repository';

/**
 * The reconciler of profiles that an admin has decided on. Its steps, in this order: the active quotes and pending
 * bookings of a rejected driver end; the decision is added to the driver's inbox; last the domain event is emitted.
 */
export const driverReconciler = reconciler({
  name: 'driver_profiles',
  steps: ['rejection', 'inbox', 'emit'],
  read: profiles.byId,
  clear: profiles.clearFollowUp,
  marks: profiles.followUps,
});

/** Emits the profile that is stored now. */
export function emitDriver(profile: DriverProfileDocument): void {
  domainEvents.emit('driver.changed', { profile });
}
