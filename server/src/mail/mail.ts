/** What a mail is sent for: names it in the log and in the figures. */
export type MailKind = 'reset' | 'confirm' | 'password_changed';

/** One mail to one person, as plain text and as HTML that says the same. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A mail that failed for good (`final`), or for now: a server that is away, busy or greylisting. */
export class MailFailed extends Error {
  readonly final: boolean;
  /** The server's reply code (450, 550), or the name of the failure of the connection (ECONNECTION). */
  readonly code: string;

  constructor(code: string, final: boolean) {
    super(`the mail was not taken: ${code}`);
    this.code = code;
    this.final = final;
  }
}

/** Sends one mail. Rejects with `MailFailed`; `signal` ends the attempt. */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>;
