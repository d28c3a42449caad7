import { z } from 'zod';

/** One invalid field of a request. `field` is a dotted path, `code` a key of the message catalogue. */
export const FieldError = z.object({ field: z.string(), message: z.string(), code: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** The body of every failure: a sentence for people, a catalogue key for programs. */
export const ErrorBody = z.object({ detail: z.string(), code: z.string(), errors: z.array(FieldError).optional() });
export type ErrorBody = z.infer<typeof ErrorBody>;
