import { type LoggerOptions, pino } from 'pino';
import { traceIds } from './trace';

/** Names of fields that hold secrets or personal data. */
const PRIVATE = ['password', 'phone', 'token'];
/** Objects around such a field: an error of the database, for example, has it in `err.keyValue`. */
const DEPTHS = ['', '*.', '*.*.', '*.*.*.'];

/**
 * The log's options: the level of `LOG_LEVEL`; passwords, tokens and phone numbers are replaced by `[removed]`; where
 * traces are followed, each line has the ids of its trace.
 */
export const loggerOptions: LoggerOptions = {
  level: process.env.LOG_LEVEL || 'warn',
  mixin: traceIds,
  redact: {
    paths: [
      'req.headers.authorization',
      'req.headers.cookie',
      ...PRIVATE.flatMap((name) => DEPTHS.map((depth) => `${depth}${name}`)),
    ],
    censor: '[removed]',
  },
};

/** The process's log: JSON lines on standard error. */
export const logger = pino(loggerOptions, pino.destination({ fd: 2, sync: true }));
