/** The guards that the tests of this folder hold; `scripts/mutants.mjs` takes each out once. */
export const mutants = [
  {
    name: 'mail: a refusal for good is not tried again',
    file: 'core/delivery-queue.ts',
    find: 'error instanceof DeliveryFailed && error.final',
    replace: 'error === null',
    test: 'mail/mail.queue.test.ts',
  },
  {
    name: 'mail: the queue is bounded',
    file: 'core/delivery-queue.ts',
    find: ' || this.size >= this.#options.limits.most',
    test: 'mail/mail.queue.test.ts',
  },
  {
    name: 'mail: an attempt is bounded',
    file: 'core/delivery-queue.ts',
    find: 'AbortSignal.any([AbortSignal.timeout(this.#options.limits.attemptMs), this.#closing.signal])',
    replace: 'this.#closing.signal',
    test: 'mail/mail.queue.test.ts',
  },
  {
    name: 'mail: no password without TLS',
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
