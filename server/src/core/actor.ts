import type { Role } from '@boli/shared/auth/auth.schema';

/** Who calls: known from the token only, never from a payload. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
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
