import nodemailer from 'nodemailer';
import { z } from 'zod';
import { MailFailed, type SendMail } from './mail';

const CONNECT_MS = 10_000;
const SILENT_MS = 20_000;
/** From here on a reply means that the server will never take this mail (RFC 5321). */
const FIRST_FINAL_REPLY = 500;

/** Sends through the mail server at this address (`smtp://` or `smtps://`), in the name of `from`. */
export function smtpSender(address: string, from: string): SendMail {
  const { hostname, password } = new URL(address);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  // The address itself may set any of these: it takes precedence.
  const transport = nodemailer.createTransport(
    {
      url: address,
      // A password goes over the network encrypted or not at all: an offer of STARTTLS can be cut out on the way.
      requireTLS: password !== '' && !isLocal,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      socketCloseTimeout: 0,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    // Marks the mail as one that no mailbox should answer by itself (RFC 3834).
    { from, headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } },
  );
  return async ({ to, subject, text, html }, signal) => {
    try {
      // An address as an object is taken as it is and never parsed into several.
      await transport.sendMail({ to: { name: '', address: to }, subject, text, html, signal });
    } catch (error) {
      throw asMailFailed(error);
    }
  };
}

const Refusal = z.object({ code: z.string().default('unknown'), responseCode: z.number().optional() });

function asMailFailed(error: unknown): MailFailed {
  const { code, responseCode } = Refusal.parse(typeof error === 'object' ? { ...error } : {});
  if (responseCode === undefined) return new MailFailed(code, false);
  return new MailFailed(String(responseCode), responseCode >= FIRST_FINAL_REPLY);
}
