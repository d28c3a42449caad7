import type { Send } from '../core/delivery-queue';

/** The purpose of a mail; the log and the metrics name it. */
export type MailKind = 'reset' | 'confirm' | 'password_changed';

/** One mail to one person, as plain text and as HTML with the same content. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export type SendMail = Send<Mail>;
