import { type Language, type MessageKey, type MessageParams, translate } from '@boli/shared/core/messages';
import { settings } from '../settings';
import type { Mail, MailKind } from './mail';

interface Words {
  subject: MessageKey;
  body: readonly MessageKey[];
  /** The text of the button; null for a mail without a link. */
  button: MessageKey | null;
  /** The texts below the link. */
  after: readonly MessageKey[];
}

const words: Record<MailKind, Words> = {
  reset: {
    subject: 'mail.reset_subject',
    body: ['mail.reset_body'],
    button: 'mail.reset_button',
    after: ['mail.reset_ends', 'mail.reset_not_you'],
  },
  confirm: {
    subject: 'mail.confirm_subject',
    body: ['mail.confirm_body'],
    button: 'mail.confirm_button',
    after: ['mail.confirm_ends', 'mail.confirm_not_you'],
  },
  password_changed: {
    subject: 'mail.changed_subject',
    body: ['mail.changed_body'],
    button: null,
    after: ['mail.changed_not_you'],
  },
};

interface MailDetails {
  language: Language;
  link?: string;
  params?: MessageParams;
}

/**
 * Writes a mail of this kind in this language. It contains no text that users wrote, not even their names: otherwise
 * whoever registers with the address of somebody else could send that person a text in our name.
 */
export function presentMail(kind: MailKind, to: string, { language, link, params: given }: MailDetails): Mail {
  const { subject, body, button, after } = words[kind];
  const params = { ...given, host: new URL(settings().PUBLIC_URL ?? '').host };
  const say = (key: MessageKey) => translate(key, params, language);
  const lines = [say('mail.hello'), ...body.map(say), ...(link ? [link] : []), ...after.map(say)];
  const paragraphs = [
    ...[say('mail.hello'), ...body.map(say)].map(paragraph),
    ...(link && button ? [anchor(link, say(button)), paragraph(say('mail.link_by_hand')), code(link)] : []),
    ...[...after.map(say), say('mail.signature')].map(paragraph),
  ];
  return {
    to,
    subject: say(subject),
    text: `${[...lines, say('mail.signature')].join('\n\n')}\n`,
    html: page({ language, title: say(subject), content: paragraphs.join('\n') }),
  };
}

/** The address of the app's page for the link in a mail. */
export function mailLink(kind: 'reset' | 'confirm', token: string): string {
  return `${new URL(settings().PUBLIC_URL ?? '').origin}/auth?${kind}=${token}`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`;
const code = (link: string) => `<p style="margin:0 0 16px;word-break:break-all;font-size:14px">${escaped(link)}</p>`;
const anchor = (link: string, label: string) =>
  `<p style="margin:0 0 16px"><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#12803f;color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></p>`;

function page({ language, title, content }: { language: Language; title: string; content: string }): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1d1d1b;font:16px/24px system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
<p style="margin:0 0 24px;font-size:24px;font-weight:700">Boli</p>
${content}
</div>
</body>
</html>
`;
}
