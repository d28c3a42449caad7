import type { Actor } from './actor';

declare global {
  namespace Express {
    interface Request {
      actor?: Actor;
      /** Names this request in the log and in the answer to an unknown failure. */
      id?: string | number | object;
    }
  }
}
