import { z } from 'zod';
import { given, Id, optional, optionalText, Phone, says, text } from '../core/fields';

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

/** 1 to 128 of any characters; the least length is a setting of the server (`GET /config`), checked there and by the form. */
export const Password = given('auth.password_required')
  .min(1, says('auth.password_required'))
  .max(128, says('auth.password_long'));

export const Name = text(100, 'auth.name_required', 'auth.name_long');

export const User = z.object({ id: Id, name: z.string(), email: z.string(), role: Role, phone: z.string().nullable() });
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

/** Absent keeps; `''` or null as phone clears it. */
export const AccountInput = z.object({ name: Name.optional(), phone: optionalText(Phone).optional() });

export const PasswordInput = z.object({ current_password: Password, new_password: Password });
