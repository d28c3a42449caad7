import type { ArrivalEta, ArrivalRoute } from '@boli/shared/arrival/arrival.schema';
import { rooms } from '@boli/shared/realtime/rooms';
import { push } from '../realtime/push';

/** Tells who watches a booking on which way its driver comes. */
export function pushRoute(route: ArrivalRoute): void {
  push([rooms.booking(route.booking_id)], 'booking:route', route);
}

/** Tells who watches a booking how many minutes are left. */
export function pushEta(eta: ArrivalEta): void {
  push([rooms.booking(eta.booking_id)], 'booking:eta', eta);
}
