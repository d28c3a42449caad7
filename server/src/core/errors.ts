import type { ErrorBody } from '@boli/shared/core/errors';
import { explainFailure, type FieldMessage } from '@boli/shared/core/explain';
import { type Language, type MessageKey, type MessageParams, translate } from '@boli/shared/core/messages';

/**
 * A failure that is meant for the caller: a status, the key of a text with its values, and, if a later attempt may
 * succeed, the seconds to wait. The language is chosen when the response is written; `message`, in the default
 * language, is for the log.
 */
export class AppError extends Error {
  readonly status: number;
  readonly key: MessageKey;
  readonly params: MessageParams;
  readonly retryAfterSeconds: number | null;
  readonly fields: readonly FieldMessage[] | null;

  constructor(
    status: number,
    key: MessageKey,
    options: { params?: MessageParams; retryAfter?: number; fields?: readonly FieldMessage[] } = {},
  ) {
    super(translate(key, options.params));
    this.status = status;
    this.key = key;
    this.params = options.params ?? {};
    this.retryAfterSeconds = options.retryAfter ?? null;
    this.fields = options.fields ?? null;
  }

  /** The body of REST answers and socket acknowledgements, in the reader's language. */
  toBody(language: Language): ErrorBody {
    return explainFailure(this, language);
  }
}

/** 400: the input is not valid. */
export class Invalid extends AppError {
  constructor(key: MessageKey, params?: MessageParams, field?: string) {
    const fields = field ? [{ field, key, params }] : undefined;
    super(400, key, { ...(params && { params }), ...(fields && { fields }) });
  }
}

/** 401: not signed in. */
export class Unauthorized extends AppError {
  constructor(key: MessageKey = 'common.unauthorized') {
    super(401, key);
  }
}

/** 403: signed in, but not allowed. */
export class Forbidden extends AppError {
  constructor(key: MessageKey = 'common.forbidden', params?: MessageParams) {
    super(403, key, params && { params });
  }
}

/** 404: does not exist, or does not belong to the caller; both give the same answer. */
export class NotFound extends AppError {
  constructor(key: MessageKey = 'common.not_found') {
    super(404, key);
  }
}

/** 409: allowed, but not in the current state. */
export class Conflict extends AppError {
  constructor(key: MessageKey, params?: MessageParams) {
    super(409, key, params && { params });
  }
}

/** From this waiting time on, the message states the time in minutes. */
const LONG_WAIT_SECONDS = 60;

/** 429: rate limited; `Retry-After` gives the seconds to wait, and for a long wait the message gives the minutes. */
export class TooOften extends AppError {
  constructor(retryAfterSeconds: number, given?: MessageKey, givenParams?: MessageParams) {
    const isLong = given === undefined && retryAfterSeconds >= LONG_WAIT_SECONDS;
    const key = given ?? (isLong ? 'common.too_often_minutes' : 'common.too_often');
    const params = isLong ? { minutes: Math.ceil(retryAfterSeconds / 60) } : givenParams;
    super(429, key, { ...(params && { params }), retryAfter: Math.max(1, Math.ceil(retryAfterSeconds)) });
  }
}
