import { pushFigures, pushFiguresOfRide, pushVerification } from '../admin/admin.realtime';
import { updateLiveBoard } from '../admin/live.realtime';
import { followDriver, followLeg } from '../arrival/arrival.service';
import { forgetAllIdentities } from '../auth/identities';
import { arriveByPosition } from '../bookings/bookings.arrived';
import { pushBooking } from '../bookings/bookings.realtime';
import type { EventListeners } from '../domain-events';
import { pushDriver, setAreas } from '../drivers/drivers.realtime';
import { pushNotification, pushRead } from '../notifications/notifications.realtime';
import { notifyOfApproach } from '../notifications/notifications.service';
import { pushToDevices } from '../push/push.service';
import { notifyDriversFarther, notifyDriversNear } from '../push/requests-near';
import { endSessions } from '../realtime/endings';
import { exchangeSockets } from '../realtime/socket-counts';
import { requireSync } from '../realtime/sync';
import { forgetOpenRides, updateOpenRides } from '../rides/open-rides';
import { pushEndedQuotes, pushQuote, pushToBidders } from '../rides/quotes.realtime';
import { pushRide } from '../rides/rides.realtime';
import { pushEarnings, pushSettlement } from '../settlements/settlements.realtime';
import { invalidateBookings } from '../tracking/positions';
import { forgetReceiver } from '../tracking/receivers';
import { retryFailed } from './reconcile';

/** The listeners of every domain event, under the names that domain-events.ts declares. */
export const listeners: EventListeners = {
  'ride.changed': {
    open_list: updateOpenRides,
    push: pushRide,
    push_ended_quotes: pushEndedQuotes,
    push_to_bidders: pushToBidders,
    live_board: ({ ride }) => updateLiveBoard({ rides: ride._id }),
    drivers_near: notifyDriversNear,
  },
  'ride.widened': { drivers_near: notifyDriversFarther },
  'quote.changed': { push: pushQuote },
  'booking.changed': {
    push: pushBooking,
    arrival: followLeg,
    admin_figures: pushFiguresOfRide,
    // `ride.changed` is emitted later. Listed here, a request that is no longer open leaves the board in the push in which
    // its booking appears. The request of a booking that is emitted first may not be written yet: it was not open before.
    live_board: ({ booking }) =>
      updateLiveBoard({ bookings: booking._id, drivers: booking.driver_id, rides: booking.ride_request_id }),
  },
  'driver.moved': { arrival: followDriver },
  'driver.approached': { inbox: notifyOfApproach },
  'driver.arrived': { booking: arriveByPosition },
  'earnings.changed': { push: pushEarnings },
  'settlement.changed': { push: pushSettlement, admin_figures: pushFigures },
  'driver.changed': {
    push: ({ profile }) => pushDriver(profile.user_id),
    watched_areas: setAreas,
    push_verification: pushVerification,
    live_board: ({ profile }) => updateLiveBoard({ drivers: profile.user_id }),
  },
  'driver.decided': { watched_areas: setAreas },
  'driver.presence_changed': {
    push: ({ driverId }) => pushDriver(driverId),
    live_board: ({ driverId }) => updateLiveBoard({ drivers: driverId }),
  },
  'presence.joined': {},
  'presence.left': {},
  'presence.listed': {},
  'sockets.counted': {},
  'presence.asked': {},
  'positions.taken': { receiver: ({ bookingId }) => forgetReceiver(bookingId) },
  'positions.released': {},
  'positions.listed': {},
  'live.asked': {},
  'live.answered': {},
  'sign_in.failed': {},
  'budget.spent': {},
  'notification.created': { push: pushNotification, push_to_devices: pushToDevices },
  'notification.read': { push: pushRead },
  'session.ended': { close_sockets: endSessions },
  'database.restored': {
    open_list: forgetOpenRides,
    identities: forgetAllIdentities,
    reconcile: retryFailed,
    ask_for_sync: requireSync,
  },
  'nodes.restored': {
    identities: forgetAllIdentities,
    positions: invalidateBookings,
    sockets: exchangeSockets,
    ask_for_sync: requireSync,
  },
};
