import { explain } from '@boli/shared/core/explain';
import { isMessageKey } from '@boli/shared/core/messages';
import type { z } from 'zod';
import { AppError } from './errors';

/** Parses what came from outside, or throws the 400 that names each faulty field. Unknown fields are dropped. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error);
}

/** The 400 of a failed parse. */
function invalidInput(error: z.ZodError): AppError {
  const body = explain(error);
  const failure = new AppError(400, isMessageKey(body.code) ? body.code : 'common.invalid', {
    fields: body.errors ?? [],
  });
  failure.message = body.detail;
  return failure;
}
