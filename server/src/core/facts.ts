import { EventEmitter } from 'node:events';
import type { SessionEnd, TokenId } from '@boli/shared/realtime/events';
import { noteDiskFull } from '../store/space';
import { logger } from './logger';

/**
 * What happened, in the past tense, told by a noun to whoever stands to its right. A fact only tells and may be lost with
 * the process; what must happen is a follower (core/follow.ts). Nouns extend this interface beside their own code.
 */
export interface Facts {
  /** Every session of this user has ended, or the one of `token` alone: its sockets must go. */
  'session.ended': { userId: string; token?: TokenId; reason: SessionEnd };
}

const emitter = new EventEmitter();
emitter.setMaxListeners(50);

export const facts = {
  on<N extends keyof Facts & string>(name: N, listener: (fact: Facts[N]) => void | Promise<void>): () => void {
    const guarded = (fact: Facts[N]) => {
      Promise.resolve()
        .then(() => listener(fact))
        .catch((error: unknown) => {
          noteDiskFull(error);
          logger.error({ err: error, fact: name }, 'a listener failed');
        });
    };
    emitter.on(name, guarded);
    return () => emitter.off(name, guarded);
  },
  tell<N extends keyof Facts & string>(name: N, fact: Facts[N]): void {
    emitter.emit(name, fact);
  },
};
