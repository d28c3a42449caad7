import { failureOf } from '@boli/shared/core/explain';
import type { z } from 'zod';
import { AppError } from './errors';

/** Validates input from outside; throws 400 with every validation error. Unknown fields are dropped. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error);
}

/** Returns the 400 of a failed validation. */
function invalidInput(error: z.ZodError): AppError {
  const { key, params, fields } = failureOf(error);
  return new AppError(400, key, { fields, ...(params && { params }) });
}
