import { command } from './commands';
import { acceptFix } from './positions';

/** Takes positions by socket. */
export function positionRealtime(): void {
  command('booking:location', ({ actor, payload: { booking_id, ...fix } }) => {
    return acceptFix(booking_id, actor.id, fix);
  });
}
