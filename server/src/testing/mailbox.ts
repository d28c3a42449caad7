import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A test waits at most this long for a mail (ms). */
const MAIL_WITHIN_MS = 10_000;

export interface ReceivedMail {
  /** All recipients in the envelope. */
  to: string[];
  /** The message as received. */
  raw: string;
  /** The header fields, unfolded, by their names in lower case; a repeated name has all its values. */
  headers: Map<string, string[]>;
  text: string;
  html: string;
}

/** Decides the answer to a recipient: null accepts it, a number is the reply code of a refusal. */
export type Answer = (mail: { to: string; attempt: number }) => number | null;

export interface TestMailbox {
  url: string;
  mails: ReceivedMail[];
  /** All requested recipients, including refused ones. */
  asked: string[];
  /** Sets the answers to recipients from now on. */
  answer(how: Answer): void;
  /** Waits for the next unread mail to this address, and marks it as read. Rejects if none comes within ten seconds. */
  next(to: string): Promise<ReceivedMail>;
  close(): Promise<void>;
}

/** The settings of a server that sends its mails to this mailbox; `publicUrl` is its address in their links. */
export const mailSettings = (url: string, publicUrl = 'https://boli.example.org') => ({
  SMTP_URL: url,
  MAIL_FROM: 'Boli <no-reply@boli.example.org>',
  PUBLIC_URL: publicUrl,
});

/** Opens a real SMTP server that stores the mails it receives; on a free port, or on the given one. */
export async function openMailbox(
  options: SMTPServerOptions = {},
  { port: wanted = 0, host = '127.0.0.1' } = {},
): Promise<TestMailbox> {
  const mails: ReceivedMail[] = [];
  const arrivals = new EventEmitter();
  const taken = new Set<ReceivedMail>();
  const asked: string[] = [];
  let answer: Answer = () => null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      asked.push(address);
      const code = answer({ to: address, attempt: asked.filter((one) => one === address).length });
      if (code === null) return done();
      done(Object.assign(new Error('not now, not you'), { responseCode: code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        mails.push(
          parsed(
            session.envelope.rcptTo.map(({ address }) => address),
            Buffer.concat(chunks).toString('utf8'),
          ),
        );
        arrivals.emit('mail');
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const port = await new Promise<number>((resolve) => {
    const { server: net } = server;
    server.listen(wanted, host, () => resolve((net.address() as AddressInfo).port));
  });
  return {
    url: `smtp://${host}:${port}`,
    mails,
    asked,
    answer(how) {
      answer = how;
    },
    async next(to) {
      const waiting = () => mails.find((mail) => mail.to.includes(to) && !taken.has(mail));
      const signal = AbortSignal.timeout(MAIL_WITHIN_MS);
      for (;;) {
        const mail = waiting();
        if (mail) {
          taken.add(mail);
          return mail;
        }
        await once(arrivals, 'mail', { signal }).catch((cause) => {
          throw new Error(`no mail came to ${to}`, { cause });
        });
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The token of the link to the page `/auth?<kind>=…` in a mail. */
export function tokenIn(mail: ReceivedMail, kind: 'reset' | 'confirm'): string {
  const token = new RegExp(`/auth\\?${kind}=([\\w-]+)`).exec(mail.text)?.[1];
  if (!token) throw new Error(`no link in the mail: ${mail.text}`);
  return token;
}

function parsed(to: string[], raw: string): ReceivedMail {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type')?.[0] ?? '')?.[1];
  const parts = boundary ? body.split(`--${boundary}`).map((part) => split(part.trimStart())) : [];
  const partOf = (type: string) => {
    const part = parts.find((one) => one.headers.get('content-type')?.[0]?.startsWith(type));
    return part ? decoded(part.body, part.headers.get('content-transfer-encoding')?.[0] ?? '') : '';
  };
  return { to, raw, headers, text: partOf('text/plain'), html: partOf('text/html') };
}

function split(message: string): { headers: Map<string, string[]>; body: string } {
  const end = message.indexOf('\r\n\r\n');
  const headers = new Map<string, string[]>();
  for (const line of message
    .slice(0, Math.max(end, 0))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  return { headers, body: end < 0 ? '' : message.slice(end + 4) };
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
