import mongoose from 'mongoose';

/*
 * A stored document is declared once, by its fields: each carries its definition for mongoose and its TypeScript type.
 * Mongoose infers types from schemas itself (`InferRawDocType`), but for a field with `default: null` it infers a value
 * that may be null, undefined or missing. A stored document has a value or null there.
 */

type Definition = mongoose.SchemaTypeOptions<unknown>;

/** One field: `Value` is the type of its value, `Optional` whether a document may lack it. */
export interface Field<Value, Optional extends boolean = boolean> {
  /** How mongoose declares the value. */
  readonly holds: Definition;
  /** How mongoose handles a missing value: it refuses the document, writes a default, or neither. */
  readonly without: { required?: true; default?: unknown };
  readonly optional: Optional;
  /** Carries the type only; there is never a value. */
  readonly typed?: { value: Value };
}

/** Fields by their names. "Go to definition" on a property of a document leads to its field and the comment there. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

type Valued<F> = F extends Field<infer Value> ? Value : never;
type Merged<T> = { [K in keyof T]: T[K] };

/** The type of a document, or of an embedded one, with these fields. */
export type Stored<F extends Fields> = Merged<
  { -readonly [K in keyof F as F[K]['optional'] extends true ? never : K]: Valued<F[K]> } & {
    -readonly [K in keyof F as F[K]['optional'] extends true ? K : never]?: Valued<F[K]>;
  }
>;

function required<Value>(holds: Definition): Field<Value, false> {
  return { holds, without: { required: true }, optional: false };
}

/** Whether a value is a whole number. Null passes, because `nullable` decides whether it is allowed. */
function isWhole(value: unknown): boolean {
  return value === null || Number.isInteger(value);
}

export const text = required<string>({ type: String });
export const number = required<number>({ type: Number });
export const whole = required<number>({ type: Number, validate: isWhole });
/** An amount of money in paise. */
export const paise = whole;
export const flag = required<boolean>({ type: Boolean });
export const time = required<Date>({ type: Date });

/** A text whose possible values are checked by its type only. */
export function textOf<Word extends string>(): Field<Word, false> {
  return required({ type: String });
}

/** One of these values. */
export function oneOf<const Word extends string>(words: readonly Word[]): Field<Word, false> {
  return required({ type: String, enum: words });
}

/** A value that only its type describes: mongoose accepts any value. */
export function anything<Value>(): Field<Value, false> {
  return required({ type: mongoose.Schema.Types.Mixed });
}

/** A list; its default is an empty list. */
export function listOf<Value>({ holds }: Field<Value, false>): Field<Value[], false> {
  return required({ type: [holds] });
}

/** An embedded document; it has an `_id` only if that is one of its fields. */
export function embedded<F extends Fields>(fields: F): Field<Stored<F>, false> {
  return required({ type: new mongoose.Schema(definitions(fields), { ...strictly, _id: false }) });
}

/** The value or null, which is the default. */
export function nullable<Value, O extends boolean>({ holds, optional }: Field<Value, O>): Field<Value | null, O> {
  return { holds, without: { default: null }, optional };
}

/** A field with this default value. */
export function withDefault<Value>({ holds }: Field<Value, false>, value: Value): Field<Value, false> {
  return { holds, without: { default: value }, optional: false };
}

/** A field that may be missing: nothing is written if no value is given. */
export function optional<Value>({ holds }: Field<Value>): Field<Value, true> {
  return { holds, without: { default: undefined }, optional: true };
}

/** A field that was added later: only older documents lack it; in new ones it is like the given field. */
export function added<Value>({ holds, without }: Field<Value>): Field<Value, true> {
  return { holds, without, optional: true };
}

/** The same fields, each of which may be missing. */
export function partial<F extends Fields>(fields: F): { [K in keyof F]: Field<Valued<F[K]>, true> };
export function partial(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optional(field)]));
}

// A write or a filter with a field that the schema lacks throws; mongoose would silently drop the field otherwise.
const strictly = { versionKey: false, strict: 'throw', strictQuery: 'throw' } as const;

/**
 * Creates the schema of a collection whose documents are `Stored<F>`. A write or a filter with an undeclared field
 * throws: mongoose's StrictModeError, within an embedded document as the reason of a CastError or ValidationError.
 * Reads by `lean` return the document as it is stored. Pipelines in updates are not checked; mongoose refuses them
 * unless they are allowed explicitly. `minimize: false` keeps empty objects.
 */
export function documentSchema<F extends Fields>(
  collection: string,
  fields: F,
  options: Pick<mongoose.SchemaOptions, 'minimize'> = {},
): mongoose.Schema<Stored<F>> {
  return new mongoose.Schema(definitions(fields), { ...strictly, ...options, collection });
}

function definitions(fields: Fields): Record<string, object> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field.holds, ...field.without }]),
  );
}
