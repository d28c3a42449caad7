import { reconciler } from '../core/reconcile';
import { domainEvents } from '../domain-events';
import type { DriverProfileDocument } from './drivers.model';
import { profiles } from './drivers.repository';

/**
 * The reconciler of profiles that an admin has decided on. The first step ends the active quotes and pending bookings
 * of a rejected driver. The second adds the decision to the driver's inbox. The third emits the domain event.
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
