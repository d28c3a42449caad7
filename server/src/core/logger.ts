import { pino } from 'pino';

/** The process's log: JSON lines on standard error; passwords, tokens and phone numbers are replaced by `[removed]`. */
export const logger = pino(
  {
    level: process.env.LOG_LEVEL || 'warn',
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.phone', '*.token'],
      censor: '[removed]',
    },
  },
  pino.destination({ fd: 2, sync: true }),
);
