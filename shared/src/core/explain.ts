import type { z } from 'zod';
import type { ErrorBody, FieldError } from './errors';
import {
  DEFAULT_LANGUAGE,
  isMessageKey,
  type Language,
  type Message,
  type MessageKey,
  type MessageParams,
  translate,
} from './messages';

type Issue = z.core.$ZodIssue;

/** The catalogue key of a zod issue: the schema's own, else one for the kind of validation error. */
function keyOf(issue: Issue): MessageKey {
  if (isMessageKey(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'common.required' : 'common.wrong_type';
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'common.too_long' : 'common.too_big';
    case 'too_small':
      return issue.origin === 'string' ? 'common.required' : 'common.too_small';
    case 'invalid_value':
      return issue.input === undefined ? 'common.required' : 'common.not_allowed';
    default:
      return 'common.invalid';
  }
}

function paramsOf(issue: Issue): MessageParams {
  if (issue.code === 'too_big') return { max: Number(issue.maximum) };
  if (issue.code === 'too_small') return { min: Number(issue.minimum) };
  if (issue.code === 'invalid_value') return { values: issue.values.map(String).join(', ') };
  if (issue.code === 'invalid_type') return { expected: issue.expected };
  return {};
}

/** One invalid field, before a language is chosen: its dotted path and the message about it. */
export interface FieldMessage extends Message {
  readonly field: string;
}

/** Each validation error of a failed parse (with `reportInput: true`), in the order of the fields. */
function issuesOf(error: z.ZodError): FieldMessage[] {
  return error.issues.map((issue) => ({ field: issue.path.join('.'), key: keyOf(issue), params: paramsOf(issue) }));
}

/** The message of a failed parse: the first validation error represents all of them. */
export function failureOf(error: z.ZodError): Message & { fields: FieldMessage[] } {
  const fields = issuesOf(error);
  const { key, params } = fields[0] ?? { key: 'common.invalid' as const, params: undefined };
  return { key, params, fields };
}

/** Translates validation errors for a reader. */
function explainFields(fields: readonly FieldMessage[], language: Language): FieldError[] {
  return fields.map(({ field, key, params }) => ({ field, code: key, message: translate(key, params, language) }));
}

/** Lists each validation error of a failed parse in a reader's language. */
export function explainIssues(error: z.ZodError, language: Language = DEFAULT_LANGUAGE): FieldError[] {
  return explainFields(issuesOf(error), language);
}

/**
 * The error body in a reader's language. If the text about the first field does not name the field, the detail begins
 * with the field's name.
 */
export function explainFailure(
  { key, params, fields }: Message & { fields?: readonly FieldMessage[] | null | undefined },
  language: Language = DEFAULT_LANGUAGE,
): ErrorBody {
  const text = translate(key, params, language);
  const [first] = fields ?? [];
  const isVague = first !== undefined && first.key === key && first.field !== '' && key.startsWith('common.');
  return {
    detail: isVague ? `${first.field}: ${text}` : text,
    code: key,
    ...(fields && { errors: explainFields(fields, language) }),
  };
}

/** The complete error body of a failed parse. */
export function explain(error: z.ZodError, language: Language = DEFAULT_LANGUAGE): ErrorBody {
  return explainFailure(failureOf(error), language);
}
