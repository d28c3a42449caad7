import { reconciler } from '../core/reconcile';
import { domainEvents } from '../domain-events';
import type { DriverProfileDocument } from './drivers.model';
import { profiles } from './drivers.repository';

/**
 * What must happen after an admin has decided on a driver, in this order: what a rejected driver has open in the
 * marketplace ends; the driver's inbox gets its row; last the domain event is emitted.
 */
export const driverReconciler = reconciler({
  name: 'driver_profiles',
  steps: ['rejection', 'inbox', 'emit'],
  read: profiles.byId,
  clear: profiles.clearFollowUp,
  marks: profiles.followUps,
});

/** Emits a profile as it is stored. */
export function emitDriver(profile: DriverProfileDocument): void {
  domainEvents.emit('driver.changed', { profile });
}
