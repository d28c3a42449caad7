import { unwatchLiveBoard, watchLiveBoard } from '../admin/live.realtime';
import { unwatchBooking, watchBooking } from '../bookings/bookings.realtime';
import { setAvailability } from '../drivers/drivers.realtime';
import { unwatchDrivers, watchDrivers } from '../favorites/favorites.realtime';
import type { CommandHandlers } from '../realtime/commands';
import { unwatchRide, unwatchRides, watchRide, watchRides } from '../rides/quotes.realtime';
import { receivePosition } from '../tracking/positions.realtime';

/** The handler of every message that a client may send, under the names of shared/src/realtime/events.ts. */
export const commands: CommandHandlers = {
  'ride:watch': watchRide,
  'ride:unwatch': unwatchRide,
  'rides:watch': watchRides,
  'rides:unwatch': unwatchRides,
  'booking:watch': watchBooking,
  'booking:unwatch': unwatchBooking,
  'booking:location': receivePosition,
  'drivers:watch': watchDrivers,
  'drivers:unwatch': unwatchDrivers,
  'driver:availability': setAvailability,
  'admin:watch': watchLiveBoard,
  'admin:unwatch': unwatchLiveBoard,
};
