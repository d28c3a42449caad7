import type { DriverProfileDocument } from './drivers.model';

declare module '../core/facts' {
  interface Facts {
    /** A profile was made, edited, decided on or rated. */
    'driver.changed': { profile: DriverProfileDocument };
  }
}
