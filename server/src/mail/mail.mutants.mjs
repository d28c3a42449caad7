/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'mail: a mail that was refused permanently is not tried again',
    file: 'core/delivery-queue.ts',
    find: 'error instanceof DeliveryFailed && error.final',
    replace: 'error === null',
    test: 'mail/mail.queue.test.ts',
  },
  {
    name: 'mail: the length of the queue is limited',
    file: 'core/delivery-queue.ts',
    find: ' || this.size >= this.#options.limits.most',
    test: 'mail/mail.queue.test.ts',
  },
  {
    name: 'mail: the time of an attempt is limited',
    file: 'core/delivery-queue.ts',
    find: 'AbortSignal.any([AbortSignal.timeout(this.#options.limits.attemptMs), this.#closing.signal])',
    replace: 'this.#closing.signal',
    test: 'mail/mail.queue.test.ts',
  },
  {
    name: 'mail: a password is not sent to another machine without TLS',
    file: 'mail/smtp.ts',
    find: "requireTLS: password !== '' && !isLocal",
    replace: 'requireTLS: false',
    test: 'mail/mail.queue.test.ts',
  },
  {
    name: 'mail: an address is never parsed into several',
    file: 'mail/smtp.ts',
    find: "to: { name: '', address: to }",
    replace: 'to',
    test: 'mail/mail.queue.test.ts',
  },
];
