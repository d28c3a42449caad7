import { command } from './commands';
import { acceptFix } from './positions';

/** Takes positions by socket. */
export function positionRealtime(): void {
  command('booking:location', async ({ actor, payload: { booking_id, ...fix } }) => {
    await acceptFix(booking_id, actor.id, fix);
    return {};
  });
}
