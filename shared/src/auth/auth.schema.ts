import { z } from 'zod';
import { given, Id, optional, optionalText, Phone, says, Timestamp, text } from '../core/fields';

export const roles = ['customer', 'driver', 'admin'] as const;
export const Role = z.enum(roles, says('auth.role_required'));
export type Role = z.infer<typeof Role>;

/** Trimmed and lower-cased before it is compared or stored. */
export const Email = given('auth.email_required')
  .trim()
  .toLowerCase()
  .min(1, says('auth.email_required'))
  .max(254, says('auth.email_invalid'))
  .pipe(z.email(says('auth.email_invalid')));

/**
 * 1 to 128 characters of any kind; the minimum length is a setting of the server (`GET /config`), checked there and by
 * the form.
 */
export const Password = given('auth.password_required')
  .min(1, says('auth.password_required'))
  .max(128, says('auth.password_long'));

export const Name = text(100, 'auth.name_required', 'auth.name_long');

/** The reason and time of a suspension, as shown to the account's owner. */
export const Suspension = z.object({ reason: z.string(), suspended_at: Timestamp });

/**
 * `email_confirmed_at`: when the owner opened the link in the confirmation mail, null until then; absent only in a user
 * that a browser stored under an older version. `suspension`: present only for a suspended user who still has a booking
 * to finish (decision 11).
 */
export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  phone: z.string().nullable(),
  email_confirmed_at: Timestamp.nullable().optional(),
  suspension: Suspension.optional(),
});
export type User = z.infer<typeof User>;

export const RegisterInput = z.object({
  email: Email,
  password: Password,
  name: Name,
  role: Role,
  phone: optionalText(Phone),
  admin_code: optional(z.string().max(200)),
});

export const LoginInput = z.object({ email: Email, password: Password });

export const Session = z.object({ access_token: z.string(), token_type: z.literal('bearer'), user: User });
export type Session = z.infer<typeof Session>;

/** An absent field is not changed; `''` or null clears the phone number. */
export const AccountInput = z.object({ name: Name.optional(), phone: optionalText(Phone).optional() });

/**
 * A session in the list of signed-in devices. `place` is the network of its last request: an IPv4 /24 or an IPv6 /48.
 * `browser` and `os` come from the User-Agent header of the sign-in, which is not verified.
 */
export const AccountSession = z.object({
  id: Id,
  browser: z.string().nullable(),
  os: z.string().nullable(),
  place: z.string().nullable(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  is_current: z.boolean(),
});
export type AccountSession = z.infer<typeof AccountSession>;

export const PasswordInput = z.object({ current_password: Password, new_password: Password });

export const ForgotInput = z.object({ email: Email });

/** The token in a mailed link: 32 random bytes in base64url. Anything else is refused as a link that has expired. */
const LinkToken = given('recovery.link_ended').regex(/^[\w-]{43}$/, says('recovery.link_ended'));
export const ResetInput = z.object({ token: LinkToken, new_password: Password });
export const ConfirmInput = z.object({ token: LinkToken });

/** How long the links in mails are valid. */
export const RESET_MINUTES = 30;
export const CONFIRM_HOURS = 48;
