import type { Role } from '@boli/shared/auth/auth.schema';
import type { TokenId } from '@boli/shared/realtime/events';

/** The caller: known from the token only, never from a payload. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  /** The token of this call; absent if an actor represents a person who is not calling. */
  readonly token?: TokenId;
  /** When that token expires (epoch milliseconds). */
  readonly expiresAt?: number;
}

declare global {
  namespace Express {
    interface Request {
      actor?: Actor;
      /**
       * The booking whose position token authenticates this call: the call is charged to the booking, not to the
       * driver's account.
       */
      positionsOf?: string;
      /** Identifies this request in the log. */
      id?: string | number | object;
    }
  }
}
