import type { ArrivalEta, ArrivalRoute } from '@boli/shared/arrival/arrival.schema';
import { rooms } from '@boli/shared/realtime/rooms';
import { pushToAllNodes } from '../realtime/push';

/** Pushes the route of a driver to the watchers of the booking. */
export function pushRoute(route: ArrivalRoute): void {
  pushToAllNodes(rooms.booking(route.booking_id), 'booking:route', route);
}

/** Pushes the eta to the watchers of the booking. */
export function pushEta(eta: ArrivalEta): void {
  pushToAllNodes(rooms.booking(eta.booking_id), 'booking:eta', eta);
}
