import mongoose from 'mongoose';

/*
 * A stored document is declared once, by its fields: each carries its definition for mongoose and its TypeScript type.
 * Mongoose infers types from schemas itself (`InferRawDocType`), but takes a field with `default: null` for one that
 * may be null, undefined or missing, where a reader of these documents finds a value or null.
 */

type Definition = mongoose.SchemaTypeOptions<unknown>;

/** One field: `Value` is what it holds, `Optional` whether a document may lack it. */
export interface Field<Value, Optional extends boolean = boolean> {
  /** How mongoose declares the value. */
  readonly holds: Definition;
  /** What mongoose does where no value is given: refuses the document, writes a default, or neither. */
  readonly without: { required?: true; default?: unknown };
  readonly optional: Optional;
  /** The type alone; there is never a value. */
  readonly typed?: { value: Value };
}

/** Fields by their names. From a property of a document an editor leads here, to the field and its comment. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

type Valued<F> = F extends Field<infer Value> ? Value : never;
type Merged<T> = { [K in keyof T]: T[K] };

/** A document, or what is embedded in one, that has these fields. */
export type Stored<F extends Fields> = Merged<
  { -readonly [K in keyof F as F[K]['optional'] extends true ? never : K]: Valued<F[K]> } & {
    -readonly [K in keyof F as F[K]['optional'] extends true ? K : never]?: Valued<F[K]>;
  }
>;

function required<Value>(holds: Definition): Field<Value, false> {
  return { holds, without: { required: true }, optional: false };
}

/** A whole number. Null passes: whether there may be none is said by `nullable`. */
function isWhole(value: unknown): boolean {
  return value === null || Number.isInteger(value);
}

export const text = required<string>({ type: String });
export const number = required<number>({ type: Number });
export const whole = required<number>({ type: Number, validate: isWhole });
/** An amount of money. */
export const paise = whole;
export const flag = required<boolean>({ type: Boolean });
export const time = required<Date>({ type: Date });

/** A text whose possible values only its type lists. */
export function textOf<Word extends string>(): Field<Word, false> {
  return required({ type: String });
}

/** One of these words. */
export function oneOf<const Word extends string>(words: readonly Word[]): Field<Word, false> {
  return required({ type: String, enum: words });
}

/** What only its type describes: mongoose accepts any value. */
export function anything<Value>(): Field<Value, false> {
  return required({ type: mongoose.Schema.Types.Mixed });
}

/** A list; a document that is stored without it gets an empty one. */
export function listOf<Value>({ holds }: Field<Value, false>): Field<Value[], false> {
  return required({ type: [holds] });
}

/** A part of the document with fields of its own; it has an `_id` only where that is one of them. */
export function embedded<F extends Fields>(fields: F): Field<Stored<F>, false> {
  return required({ type: new mongoose.Schema(definitions(fields), { ...strictly, _id: false }) });
}

/** The value or null, which is written where none is given. */
export function nullable<Value, O extends boolean>({ holds, optional }: Field<Value, O>): Field<Value | null, O> {
  return { holds, without: { default: null }, optional };
}

/** Written with this value where none is given. */
export function withDefault<Value>({ holds }: Field<Value, false>, value: Value): Field<Value, false> {
  return { holds, without: { default: value }, optional: false };
}

/** May be missing: nothing is written where no value is given. */
export function optional<Value>({ holds }: Field<Value>): Field<Value, true> {
  return { holds, without: { default: undefined }, optional: true };
}

/** Came to be later: missing only in documents from before, and written as the field itself says. */
export function added<Value>({ holds, without }: Field<Value>): Field<Value, true> {
  return { holds, without, optional: true };
}

/** The same fields, each of which may be missing. */
export function partial<F extends Fields>(fields: F): { [K in keyof F]: Field<Valued<F[K]>, true> };
export function partial(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optional(field)]));
}

// A field that a schema lacks is not dropped from a write, nor a condition on it from a filter: both throw.
const strictly = { versionKey: false, strict: 'throw', strictQuery: 'throw' } as const;

/**
 * The schema of a collection whose documents are `Stored<F>`. A write or a filter that names a field which the fields
 * lack throws: mongoose's StrictModeError, within a part as the reason of a CastError or ValidationError. Reads by
 * `lean` give whatever is stored. An update by a pipeline is not looked into; mongoose refuses it unless it is asked
 * for. `minimize: false` keeps empty objects.
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
