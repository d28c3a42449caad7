import type { Role } from '@boli/shared/auth/auth.schema';

/** Who calls: known from the token only, never from a payload. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
}
