import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { DeliveryQueue, QueueLimits } from '../core/delivery-queue';
import { registry } from '../core/metrics';
import { openMailbox, type TestMailbox } from '../testing/mailbox';
import { eventually } from '../testing/realtime';
import { freePort } from '../testing/serve';
import { stopwatch } from '../testing/stopwatch';
import type { Mail } from './mail';
import { type MailJob, mailQueue } from './mail.queue';
import { smtpSender } from './smtp';

const FROM = 'Boli <no-reply@boli.example.org>';
const quick: QueueLimits = { most: 50, atOnce: 4, attemptMs: 10_000, pausesMs: [20, 20, 20] };
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function mailbox(options = {}): Promise<TestMailbox> {
  const box = await openMailbox(options);
  closing.push(box.close);
  return box;
}

function queueTo(url: string, limits: Partial<QueueLimits> = {}): DeliveryQueue<Mail> {
  const queue = mailQueue(smtpSender(url, FROM), { ...quick, ...limits });
  closing.unshift(() => queue.close());
  return queue;
}

const mailTo = (to: string, more: Partial<Mail> = {}): Mail => ({
  to,
  subject: 'Hello',
  text: 'T',
  html: '<p>T</p>',
  ...more,
});
const job = (mail: Mail, more: Partial<MailJob> = {}): MailJob => ({
  kind: 'reset',
  endsAt: Date.now() + 60_000,
  write: async () => mail,
  ...more,
});
const isDone = (queue: DeliveryQueue<Mail>) => eventually(() => queue.size === 0, 'the queue does not become empty');
const counted = async (outcome: string) =>
  (await registry.getSingleMetricAsString('mails_total')).match(new RegExp(`outcome="${outcome}"} (\\d+)`))?.[1] ?? '0';

describe('the queue of mails', () => {
  test('sends text and HTML from the configured sender, marked as generated automatically', async () => {
    const box = await mailbox();
    queueTo(box.url).add(job(mailTo('asha@example.org', { text: 'Grüße', html: '<p>Grüße</p>' })));
    const mail = await box.next('asha@example.org');
    expect([mail.headers.get('from'), mail.headers.get('to'), mail.headers.get('auto-submitted')]).toEqual([
      [FROM],
      ['asha@example.org'],
      ['auto-generated'],
    ]);
    expect([mail.text.trim(), mail.html.trim()]).toEqual(['Grüße', '<p>Grüße</p>']);
  });

  test.each([
    ['line breaks', 'asha@example.org\r\nBcc: eve@example.org'],
    ['a second address', 'asha@example.org, eve@example.org'],
    ['a name and a second address', 'Eve <eve@example.org>, asha@example.org'],
  ])('adds no recipient for an address with %s, nor for a subject with line breaks', async (_what, to) => {
    const box = await mailbox();
    const queue = queueTo(box.url, { pausesMs: [] });
    queue.add(job(mailTo(to)));
    queue.add(job(mailTo('ravi@example.org', { subject: 'Hello\r\nBcc: eve@example.org\r\n\r\n<b>bought</b>' })));
    const mail = await box.next('ravi@example.org');
    await isDone(queue);
    expect(box.asked).not.toContain('eve@example.org');
    for (const { headers } of box.mails) expect(headers.has('bcc')).toBe(false);
    expect(mail.headers.get('subject')?.[0]).toContain('Hello');
    expect(mail.text.trim()).toBe('T');
  });

  test('retries a greylisted mail with the same message, written once', async () => {
    const box = await mailbox();
    box.answer(({ attempt }) => (attempt < 3 ? 450 : null));
    let written = 0;
    const queue = queueTo(box.url);
    queue.add(job(mailTo(''), { write: async () => mailTo('asha@example.org', { text: `written ${++written}` }) }));
    expect((await box.next('asha@example.org')).text).toContain('written 1');
    await isDone(queue);
    expect([box.asked.length, box.mails.length]).toEqual([3, 1]);
  });

  test('treats a refusal by the mail server as final, and tries the mail only once', async () => {
    const box = await mailbox();
    box.answer(() => 550);
    const before = Number(await counted('refused'));
    const queue = queueTo(box.url);
    queue.add(job(mailTo('nobody@example.org')));
    await isDone(queue);
    expect(box.asked).toEqual(['nobody@example.org']);
    expect(Number(await counted('refused'))).toBe(before + 1);
  });

  test('retries while the mail server is unavailable, and sends when it is back', async () => {
    const port = await freePort();
    const queue = queueTo(`smtp://127.0.0.1:${port}`, { pausesMs: Array.from({ length: 500 }, () => 20) });
    queue.add(job(mailTo('asha@example.org')));
    await eventually(async () => Number(await counted('delayed')) > 0, 'the dead server was not noticed');
    const back = await openMailbox({}, { port });
    closing.push(back.close);
    expect((await back.next('asha@example.org')).to).toEqual(['asha@example.org']);
  });

  test('gives up a mail after its last attempt or after its deadline', async () => {
    const queue = queueTo(`smtp://127.0.0.1:${await freePort()}`);
    const before = Number(await counted('given_up'));
    queue.add(job(mailTo('asha@example.org')));
    queue.add(job(mailTo('asha@example.org'), { endsAt: Date.now() - 1 }));
    await isDone(queue);
    expect(Number(await counted('given_up'))).toBe(before + 2);
  });

  test('stops an attempt that takes too long, whatever the server sends in between', async () => {
    const links = createServer((link) => {
      // Every line keeps the connection active, and none ends the greeting.
      const dripping = setInterval(() => link.write('220-still here\r\n'), 20);
      link.on('error', () => undefined);
      link.on('close', () => clearInterval(dripping));
    });
    const port = await freePort();
    await new Promise<void>((resolve) => links.listen(port, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => links.close(() => resolve())));
    const queue = queueTo(`smtp://127.0.0.1:${port}`, { pausesMs: [], attemptMs: 400 });
    queue.add(job(mailTo('asha@example.org')));
    await isDone(queue);
  });

  test('accepts no more mails than its limit, and sends the accepted ones', async () => {
    const box = await mailbox();
    const queue = queueTo(box.url, { most: 3 });
    const taken = Array.from({ length: 10 }, (_, n) => queue.add(job(mailTo(`p${n}@example.org`))));
    expect(taken.filter(Boolean)).toHaveLength(3);
    await isDone(queue);
    expect(box.mails).toHaveLength(3);
  });

  test('stops within a second on shutdown, even with a silent mail server', async () => {
    const links = createServer((link) => link.on('error', () => undefined));
    const port = await freePort();
    await new Promise<void>((resolve) => links.listen(port, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => links.close(() => resolve())));
    const queue = mailQueue(smtpSender(`smtp://127.0.0.1:${port}`, FROM));
    queue.add(job(mailTo('asha@example.org')));
    const elapsed = stopwatch();
    await queue.close();
    expect(elapsed()).toBeLessThan(1_000);
    expect([queue.size, queue.add(job(mailTo('asha@example.org')))]).toEqual([0, false]);
  });

  test('never sends a password to another machine over an unencrypted connection', async () => {
    // The mail server offers no STARTTLS, and its address 127.0.0.2 counts as that of another machine.
    const came: string[] = [];
    const onConnect = ({ remoteAddress }: { remoteAddress: string }, done: () => void) => {
      came.push(remoteAddress);
      done();
    };
    const onAuth = (_auth: unknown, _session: unknown, done: (error: null, answer: { user: string }) => void) => {
      came.push('a password');
      done(null, { user: 'boli' });
    };
    const box = await openMailbox({ onConnect, onAuth, allowInsecureAuth: true }, { host: '127.0.0.2' });
    closing.push(box.close);
    const queue = queueTo(box.url.replace('smtp://', 'smtp://boli:secret@'), { pausesMs: [] });
    queue.add(job(mailTo('asha@example.org')));
    await isDone(queue);
    expect([came, box.asked]).toEqual([[expect.any(String)], []]);
  });
});
