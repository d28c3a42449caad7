import type { DriverProfileDocument } from './drivers.model';

declare module '../core/facts' {
  interface Facts {
    /** A profile was made, edited, decided on or rated. */
    'driver.changed': { profile: DriverProfileDocument };
    /** An admin has decided on a profile; what follows from it is still to be done. */
    'driver.decided': { profile: DriverProfileDocument };
  }
}
