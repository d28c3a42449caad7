import type { CommandHandler } from '../realtime/commands';
import { acceptFix } from './positions';

/**
 * Handles `booking:location`: one position of the driver. Throws 404 for a booking of others, 409 for a booking that is
 * not accepted or in progress.
 */
export const receivePosition: CommandHandler<'booking:location'> = ({ actor, payload: { booking_id, ...fix } }) =>
  acceptFix(booking_id, actor.id, fix);
