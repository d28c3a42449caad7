import type { Role } from '@boli/shared/auth/auth.schema';
import type { TokenId } from '@boli/shared/realtime/events';

/** Who calls: known from the token only, never from a payload. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  /** The token of this call; absent where an actor stands for somebody who does not call. */
  readonly token?: TokenId;
}

declare global {
  namespace Express {
    interface Request {
      actor?: Actor;
      /** Names this request in the log and in the answer to an unknown failure. */
      id?: string | number | object;
    }
  }
}
