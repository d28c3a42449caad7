import { typeName } from './types';

/** An error as MongoDB's wire protocol carries it: numeric code, its name, a message, and further fields. */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly extra: Record<string, unknown> | undefined;

  constructor(code: number, codeName: string, message: string, extra?: Record<string, unknown>) {
    super(message);
    this.name = 'MongoError';
    this.code = code;
    this.codeName = codeName;
    this.extra = extra;
  }
}

/** Creates an error; `extra` holds further fields of the reply, such as `keyPattern` and `keyValue`. */
export function mongoError(code: number, codeName: string, message: string, extra?: Record<string, unknown>) {
  return new MongoError(code, codeName, message, extra);
}

/** Code 2, BadValue. */
export function badValue(message: string): MongoError {
  return mongoError(2, 'BadValue', message);
}

/** Code 9, FailedToParse. */
export function failedToParse(message: string): MongoError {
  return mongoError(9, 'FailedToParse', message);
}

/** Code 14, TypeMismatch. */
export function typeMismatch(message: string): MongoError {
  return mongoError(14, 'TypeMismatch', message);
}

/** Code 14: a field of a command or a stage has a value of another BSON type than those allowed. */
export function wrongType(field: string, value: unknown, ...types: string[]): MongoError {
  // MongoDB writes the quotes of several types outside the brackets.
  const expected = types.length === 1 ? `type '${types[0]}'` : `types '[${types.join(', ')}']`;
  return typeMismatch(`BSON field '${field}' is the wrong type '${typeName(value)}', expected ${expected}`);
}

/** Code 40415: an unknown field. */
export function unknownField(field: string): MongoError {
  return located(40415, `BSON field '${field}' is an unknown field.`);
}

/** Code 40414: a required field is missing. */
export function missingField(field: string): MongoError {
  return located(40414, `BSON field '${field}' is missing but a required field`);
}

/** An error without a name, which MongoDB identifies by its number: `Location40324`. */
export function located(code: number, message: string): MongoError {
  return mongoError(code, `Location${code}`, message);
}

/** Code 292: a sort or a stage exceeds its memory limit; this server does not spill to temporary files. */
export function memoryExceeded(message: string): MongoError {
  return mongoError(292, 'QueryExceededMemoryLimitNoDiskUseAllowed', message);
}

/** Code 366, DataCorruptionDetected: the data read from the file differs from the data written. */
export function damaged(what: string): MongoError {
  return mongoError(366, 'DataCorruptionDetected', `The data file is damaged: ${what}`);
}
