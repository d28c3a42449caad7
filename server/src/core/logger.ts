import { pino } from 'pino';

/** The process's log: JSON lines on standard error; secrets and personal fields never reach it. */
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
