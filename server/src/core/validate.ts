import { failureOf } from '@boli/shared/core/explain';
import type { z } from 'zod';
import { AppError } from './errors';

/** Parses input from outside, or throws the 400 with each validation error. Unknown fields are dropped. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error);
}

/** The 400 of a failed parse. */
function invalidInput(error: z.ZodError): AppError {
  const { key, params, fields } = failureOf(error);
  return new AppError(400, key, { fields, ...(params && { params }) });
}
