import { allLanguages, isMessageKey, loadLanguage } from '@boli/shared/core/messages';
import { notificationKinds } from '@boli/shared/notifications/notifications.schema';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { NotificationDocument } from '../notifications/notifications.model';
import { pushMessage, shortened } from './push.text';

/** The longest plaintext of a push of 4,096 bytes, of which encryption needs 103 (RFC 8291). */
const MAX_BYTES = 3_993;
const ID = 'c0ffee00-0000-4000-8000-000000000000';

const notice = (params: NotificationDocument['params'], more: Partial<NotificationDocument> = {}) => ({
  _id: 'n1',
  user_id: 'u1',
  kind: 'booking_cancelled' as const,
  title: 'notifications.booking_cancelled.title' as const,
  body: 'notifications.booking_cancelled.body' as const,
  params,
  ride_request_id: ID,
  booking_id: ID,
  scheduled_time: null,
  created_at: new Date(),
  read_at: null,
  ...more,
});
beforeAll(() => loadLanguage('hi'));

const bytesOf = (message: object) => Buffer.byteLength(JSON.stringify(message));
/** Each body of each kind of notification, with its title. */
const texts = notificationKinds.flatMap((kind) =>
  ['', '_reason', '_driver', '_cash'].flatMap((form) => {
    const body = `notifications.${kind}.body${form}`;
    return isMessageKey(body) ? [{ kind, title: `notifications.${kind}.title` as const, body }] : [];
  }),
);
const longest = (text: string) => ({
  name: text.repeat(100),
  pickup: text.repeat(500),
  drop: text.repeat(500),
  reason: text.repeat(500),
  price: '₹10,00,000.00',
  minutes: 60,
});

describe('a push', () => {
  test.each([
    ['Hindi', 'क'],
    ['conjuncts', 'क्ष्म्यै'],
    ['emoji', '👩‍👩‍👧‍👦'],
    ['quotation marks, which JSON escapes', `"${'\u20d0'.repeat(5)}`],
    ['half of a surrogate pair, which JSON escapes', '\ud800'],
    ['marks on one letter', '\u20d0'],
  ])('is never longer than push services accept, with values full of %s', (_what, text) => {
    for (const language of allLanguages()) {
      const bytes = texts.map((words) => bytesOf(pushMessage(notice(longest(text), words), language)));
      expect(Math.max(...bytes)).toBeLessThanOrEqual(MAX_BYTES);
    }
  });

  test('shows 60 letters of an address and 120 of a reason', () => {
    const { body } = pushMessage(notice({ ...longest('क'), name: 'Ravi' }), 'en');
    const place = `${'क'.repeat(59)}…`;
    expect(body).toBe(`Ravi cancelled the ride from ${place} to ${place}: ${'क'.repeat(119)}…`);
  });

  test('shows short values and the reason of the system unchanged', () => {
    const params = { name: 'Ravi', pickup: 'CP', drop: 'HK', reason: { key: 'bookings.no_answer' as const } };
    expect(pushMessage(notice(params), 'en').body).toMatch(/^Ravi cancelled the ride from CP to HK: \w.*[^…]$/);
  });
});

test('a text is shortened between graphemes, to the given size or less', () => {
  const one = () => 1;
  expect(shortened('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, one)).toBe('👩‍👩‍👧‍👦…');
  expect(shortened('abc', 3, one)).toBe('abc');
  expect(shortened('ab cd', 4, one)).toBe('ab…');
  expect(shortened('abcd', 3, one)).toBe('ab…');
});
