import nodemailer from 'nodemailer';
import { z } from 'zod';
import { DeliveryFailed } from '../core/delivery-queue';
import type { SendMail } from './mail';

const CONNECT_MS = 10_000;
const SILENT_MS = 20_000;
/** With this reply code or a higher one, the server will never accept the mail (RFC 5321). */
const FIRST_FINAL_REPLY = 500;

/**
 * Creates a function that sends mails through the mail server at this URL (`smtp://` or `smtps://`), with the sender
 * address `from`. It rejects with `DeliveryFailed`.
 */
export function smtpSender(address: string, from: string): SendMail {
  const { hostname, password } = new URL(address);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  // An option that the URL sets takes precedence over these.
  const transport = nodemailer.createTransport(
    {
      url: address,
      // To another machine a password is sent encrypted or not at all: an attacker could remove the offer of STARTTLS
      // on the way.
      requireTLS: password !== '' && !isLocal,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      socketCloseTimeout: 0,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    // Marks the mail as one to which no mailbox should send an automatic reply (RFC 3834).
    { from, headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } },
  );
  return async ({ to, subject, text, html }, signal) => {
    try {
      // An address as an object is used unchanged and never parsed into several.
      await transport.sendMail({ to: { name: '', address: to }, subject, text, html, signal });
    } catch (error) {
      throw asDeliveryFailed(error);
    }
  };
}

const Refusal = z.object({ code: z.string().default('unknown'), responseCode: z.number().optional() });

function asDeliveryFailed(error: unknown): DeliveryFailed {
  const { code, responseCode } = Refusal.parse(typeof error === 'object' ? { ...error } : {});
  if (responseCode === undefined) return new DeliveryFailed(code, false);
  return new DeliveryFailed(String(responseCode), responseCode >= FIRST_FINAL_REPLY);
}
