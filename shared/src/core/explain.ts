import type { z } from 'zod';
import type { ErrorBody, FieldError } from './errors';
import { isMessageKey, type MessageKey, type MessageParams, translate } from './messages';

type Issue = z.core.$ZodIssue;

/** The catalogue key of a zod issue: the schema's own, else one for the kind of fault. */
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

/** Each fault of a failed parse (with `reportInput: true`), first one first. */
export function explainIssues(error: z.ZodError): FieldError[] {
  return error.issues.map((issue) => {
    const code = keyOf(issue);
    return { field: issue.path.join('.'), code, message: translate(code, paramsOf(issue)) };
  });
}

/** The whole error body of a failed parse: the first fault is the detail, named by its field where the sentence alone does not say it. */
export function explain(error: z.ZodError): ErrorBody {
  const errors = explainIssues(error);
  const first = errors[0] ?? { field: '', code: 'common.invalid', message: translate('common.invalid') };
  const detail = first.code.startsWith('common.') && first.field ? `${first.field}: ${first.message}` : first.message;
  return { detail, code: first.code, errors };
}
