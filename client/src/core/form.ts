import { explainIssues } from '@boli/shared/core/explain';
import { type FormEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import type { ApiError } from './api';
import { clearDraft, readDraft, writeDraft } from './draft';
import { currentLanguage } from './language';

export interface FieldsOptions<V extends object> {
  /** The schema of the endpoint, so that the error texts are those of the server. */
  schema?: z.ZodType;
  initial: V;
  /** Saves the values as a draft of this name for the session. */
  draft?: string;
  /** Fields that are never saved in the draft (passwords). */
  draftOmits?: readonly (keyof V)[];
  /** An empty field shows no error on blur, only on submit: for dialogs that can be closed. */
  allowEmptyOnBlur?: boolean;
  /** Validation beyond the schema (a setting of the server): error texts by field. */
  validate?: (values: V) => Partial<Record<keyof V & string, string>>;
}

export type FieldErrors<V> = Partial<Record<keyof V & string, string>>;

/** The fields of a form that take any text. */
type TextName<V> = { [K in keyof V & string]: string extends V[K] ? K : never }[keyof V & string];

export interface Fields<V extends object> {
  values: V;
  errors: FieldErrors<V>;
  set: <K extends keyof V & string>(name: K, value: V[K]) => void;
  /** Changes several values together; `change` gets the latest values. */
  update: (change: (before: V) => V) => void;
  /** Marks a field as touched (on blur): its errors show from now on. */
  touch: (name: keyof V & string) => void;
  /** The props of an input: value, error and handlers. */
  field: (name: TextName<V>) => {
    name: string;
    value: V[TextName<V>];
    error: string | undefined;
    onChange: (event: { currentTarget: { value: V[TextName<V>] } }) => void;
    onBlur: () => void;
  };
  /** The submit handler: validates all fields, then focuses the first invalid one or calls `send`. */
  submit: (send: (values: V) => void) => (event: FormEvent<HTMLFormElement>) => void;
  /** Validates and sends as `submit` does, for fields inside a form that submits something else. */
  check: (form: HTMLFormElement | null, send: (values: V) => void) => void;
  /** Shows the server's errors at their fields. Returns whether any belongs to this form. */
  showFieldErrors: (error: ApiError) => boolean;
  /** Hides the errors until the fields are left or submitted again. */
  hideErrors: () => void;
  /** Deletes the draft and resets the fields, after success. */
  clear: (values?: V) => void;
}

function saveDraft<V extends object>(name: string, values: V, draftOmits: readonly (keyof V)[]): void {
  const kept: Partial<V> = { ...values };
  for (const field of draftOmits) delete kept[field];
  writeDraft(name, kept);
}

/** Moves focus to the field of that name within a form. */
export function focusField(form: HTMLFormElement | null, name: string | undefined): void {
  const field = name ? form?.elements.namedItem(name) : null;
  const target = field instanceof RadioNodeList ? field[0] : field;
  if (target instanceof HTMLElement) target.focus();
}

function isFieldOf<V extends object>(values: V, name: string): name is keyof V & string {
  return name in values;
}

/** The errors of all fields, touched or not. */
function validateFields<V extends object>(
  values: V,
  { schema, validate }: Pick<FieldsOptions<V>, 'schema' | 'validate'>,
): FieldErrors<V> {
  const found: FieldErrors<V> = {};
  const parsed = schema?.safeParse(values, { reportInput: true });
  for (const { field, message } of parsed?.error ? explainIssues(parsed.error, currentLanguage()) : []) {
    const name = field.split('.')[0] ?? '';
    if (isFieldOf(values, name)) found[name] ??= message;
  }
  return { ...validate?.(values), ...found };
}

/** The server's errors at fields of this form. */
function fieldErrorsOf<V extends object>(error: ApiError, values: V): FieldErrors<V> {
  const found: FieldErrors<V> = {};
  for (const { field, message } of error.errors) if (isFieldOf(values, field)) found[field] = message;
  return found;
}

/** The values of a form, saved as a draft if `draft` names one. */
function useDraftValues<V extends object>({ initial, draft, draftOmits = [] }: FieldsOptions<V>) {
  const [values, setValues] = useState<V>(() => (draft ? readDraft(draft, initial) : initial));
  // Asynchronous changes (an address lookup) apply to the latest values, not to those of their render.
  const latest = useRef(values);
  const update: Fields<V>['update'] = (change) => {
    latest.current = change(latest.current);
    setValues(latest.current);
    if (draft) saveDraft(draft, latest.current, draftOmits);
  };
  const reset = (next: V) => {
    if (draft) clearDraft(draft);
    latest.current = next;
    setValues(next);
  };
  return { values, update, reset };
}

/** The values of a form, with drafts. A field is validated from its first blur on, and all fields on submit. */
export function useFields<V extends object>(options: FieldsOptions<V>): Fields<V> {
  const { initial, allowEmptyOnBlur = false } = options;
  const { values, update, reset } = useDraftValues(options);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [serverErrors, setServerErrors] = useState<FieldErrors<V>>({});

  const names = Object.keys(initial).filter((name) => isFieldOf(initial, name));
  const allErrors = validateFields(values, options);
  const errors: FieldErrors<V> = { ...serverErrors };
  for (const name of names) if (touched.has(name)) errors[name] ??= allErrors[name];

  const set: Fields<V>['set'] = (name, value) => {
    update((before) => ({ ...before, [name]: value }));
    if (serverErrors[name]) setServerErrors({ ...serverErrors, [name]: undefined });
  };
  const touch = (name: keyof V & string) => {
    if (!touched.has(name) && !(allowEmptyOnBlur && !values[name])) setTouched(new Set([...touched, name]));
  };

  // Marks only invalid fields as touched: if a change of another field makes a valid field invalid later, the error
  // shows only once that field is left.
  const check: Fields<V>['check'] = (form, send) => {
    const invalid = names.filter((name) => allErrors[name]);
    setTouched(new Set([...touched, ...invalid]));
    if (invalid.length > 0) focusField(form, invalid[0]);
    else send(values);
  };

  const hideErrors = () => {
    setTouched(new Set());
    setServerErrors({});
  };

  return {
    values,
    errors,
    hideErrors,
    set,
    update,
    touch,
    check,
    field: (name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (event) => set(name, event.currentTarget.value),
      onBlur: () => touch(name),
    }),
    submit: (send) => (event) => {
      event.preventDefault();
      check(event.currentTarget, send);
    },
    showFieldErrors: (error) => {
      const found = fieldErrorsOf(error, initial);
      setServerErrors(found);
      return Object.keys(found).length > 0;
    },
    clear: (next = initial) => {
      reset(next);
      hideErrors();
    },
  };
}
