import { z } from 'zod';
import { MAX_PRICE_RUPEES } from './constants';
import type { MessageKey } from './messages';

/**
 * Names the message key of a validation error. zod stores the key as the issue's message; `explain` turns the key into
 * the error's code and sentence.
 */
export const says = (key: MessageKey): MessageKey => key;

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A public id: a random UUID v4 in lower case. */
export const Id = z.string().regex(UUID_V4, says('common.invalid_id')).meta({ format: 'uuid' });

/** A number of rupees with at most two decimals, as in JSON. Inside the server money is integer paise. */
export const Money = z.number().multipleOf(0.01, says('money.two_decimals'));

/** A price that a person may enter: 0 to 1,000,000 rupees. */
export const Price = z
  .number(says('quotes.price_number'))
  .min(0, says('quotes.price_range'))
  .max(MAX_PRICE_RUPEES, says('quotes.price_range'))
  .refine((rupees) => Number(rupees.toFixed(2)) === rupees, says('money.two_decimals'));

/** A time in a reply or push: ISO-8601 in UTC, with milliseconds. */
export const Timestamp = z.string().meta({ format: 'date-time' });

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Whether the day exists: `Date` reads 31 February as 3 March. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00Z`).getUTCDate() === Number(day.slice(-2));
}

/** A time in a call: with `Z`, an offset, or no zone (then UTC); seconds with up to nine decimals. Becomes a Date. */
export const TimeInput = z
  .string(says('common.invalid_time'))
  .max(40, says('common.invalid_time'))
  .regex(ISO_TIME, says('common.invalid_time'))
  .transform((text, context) => {
    const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`;
    const time = new Date(zoned.replace(/\.(\d{3})\d+/, '.$1'));
    if (Number.isNaN(time.getTime()) || !isDay(text.slice(0, 10))) {
      context.addIssue({ code: 'custom', message: says('common.invalid_time') });
      return z.NEVER;
    }
    return time;
  })
  .meta({ format: 'date-time' });

export const Latitude = z.number(says('geo.latitude')).min(-90, says('geo.latitude')).max(90, says('geo.latitude'));
export const Longitude = z
  .number(says('geo.longitude'))
  .min(-180, says('geo.longitude'))
  .max(180, says('geo.longitude'));

export const Point = z.object({ lat: Latitude, lng: Longitude });
export type Point = z.infer<typeof Point>;

/** A string. Its absence is reported by the message `missing`, another type by the message for a wrong type. */
export function given(missing: MessageKey) {
  return z.string({ error: ({ input }) => (input === undefined || input === null ? says(missing) : undefined) });
}

/** Every control character of the writing direction: marks, embeddings, overrides, isolates. */
const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const CONTROLS = /(?:(?!\n)[\p{Cc}\p{Zl}\p{Zp}])+/gu;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Visible characters: not formatting, spaces, fillers or the Braille blank, which are drawn as nothing. */
const VISIBLE = /[^\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Sanitises a text to one line that cannot affect the text around it: without line breaks, control characters and
 * bidirectional controls, with which a name could reverse the price beside it. Empty if nothing visible is left.
 */
export function oneLine(text: string): string {
  const line = text.replace(TURNS, '').replace(BREAKS, ' ');
  return VISIBLE.test(line) ? line : '';
}

/** Like `oneLine`, for a text that may have several lines. */
export function severalLines(text: string): string {
  const lines = text.replace(TURNS, '').replace(/\r\n?/g, '\n').replace(CONTROLS, ' ');
  return VISIBLE.test(lines.replaceAll('\n', '')) ? lines : '';
}

/** A trimmed line of text of 1 to `max` characters; `missing` and `tooLong` are the keys of its error messages. */
export function text(max: number, missing: MessageKey = 'common.required', tooLong: MessageKey = 'common.too_long') {
  return given(missing).overwrite(oneLine).trim().min(1, says(missing)).max(max, says(tooLong));
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A number that may be sent as text, in a query or a form. `Number` would convert a blank to 0 and `0x10` to 16. */
export function numberText<S extends z.ZodType>(schema: S) {
  return z.preprocess(
    (value) => (typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value),
    schema,
  );
}

/** `null` and absent mean the same in requests: both become null. */
export function optional<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? null);
}

/** Like `optional`; an empty or blank string also counts as absent. */
export function optionalText<S extends z.ZodType<string | null>>(schema: S) {
  return z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), optional(schema));
}

/** Phone numbers: 3 to 15 digits (so 112 is valid), optionally with +, spaces, dashes and brackets. */
export const Phone = z
  .string()
  .overwrite(oneLine)
  .trim()
  .max(40, says('common.phone'))
  .regex(/^\+?[\d\s\-()]+$/, says('common.phone'))
  .refine((phone) => {
    const digits = phone.replace(/\D/g, '').length;
    return digits >= 3 && digits <= 15;
  }, says('common.phone'));

/** Raised by each change of the row; a client drops a version lower than the one it holds. */
export const Version = z.number().int().min(0);

/** The reply of a call that returns nothing else. */
export const Done = z.object({ success: z.literal(true) });

export const IdParam = z.object({ id: Id });

/** `?limit` and `?before`, by which a list is read in pages. */
export const Page = z.object({
  limit: z.coerce
    .number(says('common.limit'))
    .int(says('common.limit'))
    .min(1, says('common.limit'))
    .max(200, says('common.limit'))
    .default(100),
  before: TimeInput.optional(),
});
