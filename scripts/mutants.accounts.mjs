const recoveryTests = 'auth/recovery.test.ts';
const logTests = 'admin-log/admin-log.test.ts';
const logCrashTests = 'admin-log/crash.test.ts';
const queueTests = 'mail/mail.queue.test.ts';

/** The guards of links in mails, of the queue of mails and of the log of admins; the fields are explained in mutants.mjs. */
export const accountMutants = [
  {
    name: 'recovery: a link works once',
    file: 'auth/recovery.service.ts',
    find: 'version: link.token_version, passwordHash',
    replace: 'passwordHash',
    test: recoveryTests,
  },
  {
    name: 'recovery: a link ends with its time',
    file: 'auth/mail-links.repository.ts',
    find: ', expires_at: { $gt: now }',
    test: recoveryTests,
  },
  {
    name: 'recovery: a link is for its purpose',
    file: 'auth/mail-links.repository.ts',
    find: '_id: hash, purpose,',
    replace: '_id: hash,',
    test: recoveryTests,
  },
  {
    name: 'recovery: only a hash is stored',
    file: 'auth/recovery.mails.ts',
    find: "createHash('sha256').update(token).digest('hex')",
    replace: 'String(token)',
    test: recoveryTests,
  },
  {
    name: 'recovery: limits by account',
    file: 'auth/recovery.service.ts',
    find: "  await countUse('mail by account', account, { points: settings().RATE_MAIL_ACCOUNT, seconds: ACCOUNT_S });\n",
    test: recoveryTests,
  },
  {
    name: 'recovery: sessions end',
    file: 'auth/recovery.service.ts',
    find: "  domainEvents.emit('session.ended', { userId: changed._id, reason: 'password_changed' });\n",
    test: recoveryTests,
  },
  {
    name: 'mail: a refusal for good is not tried again',
    file: 'mail/mail.queue.ts',
    find: 'error instanceof MailFailed && error.final',
    replace: 'error === null',
    test: queueTests,
  },
  {
    name: 'mail: the queue is bounded',
    file: 'mail/mail.queue.ts',
    find: ' || this.size >= this.#limits.most',
    test: queueTests,
  },
  {
    name: 'mail: an attempt is bounded',
    file: 'mail/mail.queue.ts',
    find: 'AbortSignal.any([AbortSignal.timeout(this.#limits.attemptMs), this.#closing.signal])',
    replace: 'this.#closing.signal',
    test: queueTests,
  },
  {
    name: 'mail: no password without TLS',
    file: 'mail/smtp.ts',
    find: "requireTLS: password !== '' && !isLocal",
    replace: 'requireTLS: false',
    test: queueTests,
  },
  {
    name: 'mail: an address is one address',
    file: 'mail/smtp.ts',
    find: "to: { name: '', address: to }",
    replace: 'to',
    test: queueTests,
  },
  {
    name: 'admin log: recorded before it is done',
    file: 'admin-log/admin-log.service.ts',
    find: '  await pendingActions.insert(begun);\n',
    test: logCrashTests,
  },
  {
    name: 'admin log: an interrupted action is finished',
    file: 'admin-log/admin-log.service.ts',
    find: "  await adminLog.insertOnce({ ...ended(pending, 'interrupted'), after: found?.values ?? null });\n",
    test: logCrashTests,
  },
  {
    name: 'admin log: an action at work is left alone',
    file: 'admin-log/admin-log.service.ts',
    find: 'const ABANDONED_MS = 60_000;',
    replace: 'const ABANDONED_MS = 0;',
    test: logCrashTests,
  },
  {
    name: 'admin log: who changed nothing is not named as who did',
    file: 'admin-log/admin-log.service.ts',
    find: 'change === null || isDeepStrictEqual(change.before, change.after)',
    replace: 'false',
    test: logTests,
  },
  {
    name: 'admin log: a view is recorded before the file is shown',
    file: 'uploads/files.routes.ts',
    find: '    await opened({ fileId: id, userId: query.user, expires: query.exp, request });\n',
    test: 'admin/document-views.test.ts',
  },
  {
    name: 'security log: bounded',
    file: 'core/security-log.ts',
    find: 'if (count <= LINES) ',
    test: 'core/security-log.test.ts',
  },
];
