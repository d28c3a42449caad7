import type { CommandHandler } from '../realtime/commands';
import { acceptFix } from './positions';

/** Handles `booking:location`: one position of the driver. Throws 404, 409. */
export const receivePosition: CommandHandler<'booking:location'> = ({ actor, payload: { booking_id, ...fix } }) =>
  acceptFix(booking_id, actor.id, fix);
