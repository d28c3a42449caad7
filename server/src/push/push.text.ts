import { type Language, translate } from '@boli/shared/core/messages';
import { urlOf } from '@boli/shared/notifications/notification-address';
import type { PushMessage } from '@boli/shared/push/push.schema';
import type { NotificationDocument } from '../notifications/notifications.model';
import { subjectOf } from './push.policy';

/** The longest message in bytes: push services accept 4,096 (RFC 8030, 7.2), of which encryption needs 103 (RFC 8291). */
const MAX_BYTES = 3_993;
/** The longest values in a text, in graphemes: a system notification shows a few lines. */
const longest = new Map([
  ['pickup', 60],
  ['drop', 60],
  ['reason', 120],
]);
const ELLIPSIS = '…';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const one = () => 1;
/** The bytes of a text inside JSON. */
const bytesInJson = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;

/** The text, or its first graphemes with an ellipsis, so that the sum of `sizeOf` over its graphemes is at most `most`. */
export function shortened(text: string, most: number, sizeOf: (grapheme: string) => number): string {
  let [size, end] = [0, 0];
  for (const { segment, index } of graphemes.segment(text)) {
    size += sizeOf(segment);
    if (size <= most - sizeOf(ELLIPSIS)) end = index + segment.length;
    if (size > most) return text.slice(0, end).trimEnd() + ELLIPSIS;
  }
  return text;
}

function shortParams(params: NotificationDocument['params']): NotificationDocument['params'] {
  const short = ([name, value]: [string, NotificationDocument['params'][string]]) => {
    const most = longest.get(name);
    return [name, most && typeof value === 'string' ? shortened(value, most, one) : value];
  };
  return Object.fromEntries(Object.entries(params).map(short));
}

/** A row of the inbox as a push in this language, no longer than push services accept. */
export function pushMessage(row: NotificationDocument, language: Language): PushMessage {
  return messageOf(row, { tag: subjectOf(row), url: urlOf(row) }, language);
}

/** A title and a body of the catalogue, with their values. */
export type PushText = Pick<NotificationDocument, 'title' | 'body' | 'params'>;

/** A text as a push in this language, no longer than push services accept. */
export function messageOf(
  text: PushText,
  { tag, url }: Pick<PushMessage, 'tag' | 'url'>,
  language: Language,
): PushMessage {
  const params = shortParams(text.params);
  const message = { title: translate(text.title, params, language), body: '', tag, url };
  const room = MAX_BYTES - Buffer.byteLength(JSON.stringify(message));
  return { ...message, body: shortened(translate(text.body, params, language), room, bytesInJson) };
}
