import { facts } from '../core/facts';
import { followers } from '../core/follow';
import './drivers.facts';
import type { DriverProfileDocument } from './drivers.model';
import { profiles } from './drivers.repository';

/**
 * What must happen after an admin has decided on a driver, also when the process dies in between: `rejection` ends what
 * a rejected driver has running in the marketplace (quotes register it), `inbox` writes it to the
 * driver's inbox (notifications register it), `tell` tells people, last.
 */
export const driverFollowers = followers<DriverProfileDocument>({
  name: 'driver_profiles',
  order: ['rejection', 'inbox', 'tell'],
  read: profiles.byId,
  clear: profiles.clearFollowUp,
  marks: profiles.followUps,
});

driverFollowers.on('tell', async (profile) => facts.tell('driver.changed', { profile }));
