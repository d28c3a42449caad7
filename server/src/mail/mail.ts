/** The purpose of a mail; the log and the metrics name it. */
export type MailKind = 'reset' | 'confirm' | 'password_changed';

/** One mail to one person, as plain text and as HTML with the same content. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A mail failed permanently (`final`) or temporarily: the server is away, busy or greylisting. */
export class MailFailed extends Error {
  readonly final: boolean;
  /** The server's reply code (450, 550), or the error code of the connection (ECONNECTION). */
  readonly code: string;

  constructor(code: string, final: boolean) {
    super(`the mail was not taken: ${code}`);
    this.code = code;
    this.final = final;
  }
}

/** Sends one mail. Rejects with `MailFailed`; `signal` aborts the attempt. */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>;
