import { explainIssues } from '@boli/shared/core/explain';
import { type FormEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import type { ApiError } from './api';
import { clearDraft, readDraft, writeDraft } from './draft';

export interface FieldsOptions<V extends object> {
  /** The schema of the call: the sentences are the very ones the server would give. */
  schema?: z.ZodType;
  initial: V;
  /** Keeps what is typed for the session under this name. */
  draft?: string;
  /** Fields that are never kept (passwords). */
  unkept?: readonly (keyof V)[];
  /** A field that is left empty is not judged yet: in a dialog that can be closed that would only be in the way. */
  quietEmpty?: boolean;
  /** Faults the schema cannot know (a setting of the server); null where there is none. */
  extra?: (values: V) => Partial<Record<keyof V & string, string>>;
}

export type Faults<V> = Partial<Record<keyof V & string, string>>;

/** The fields of a form that take any text. */
type TextName<V> = { [K in keyof V & string]: string extends V[K] ? K : never }[keyof V & string];

export interface Fields<V extends object> {
  values: V;
  errors: Faults<V>;
  set: <K extends keyof V & string>(name: K, value: V[K]) => void;
  /** Changes several at once, or what has come meanwhile: by the values of that moment. */
  update: (change: (before: V) => V) => void;
  /** The field of this name was left: it is judged from now on. */
  leave: (name: keyof V & string) => void;
  /** What an input of this name needs: its value and fault, and what typing and leaving it do. */
  field: (name: TextName<V>) => {
    name: string;
    value: V[TextName<V>];
    error: string | undefined;
    onChange: (event: { currentTarget: { value: V[TextName<V>] } }) => void;
    onBlur: () => void;
  };
  /** Handler of a form: judges all, takes the person to the first fault, or calls `send`. */
  submit: (send: (values: V) => void) => (event: FormEvent<HTMLFormElement>) => void;
  /** The same for fields that stand within a form which sends something else. */
  check: (form: HTMLFormElement | null, send: (values: V) => void) => void;
  /** Shows the server's word on single fields; true where it had one on a field of this form. */
  refused: (error: ApiError) => boolean;
  /** After success: forgets the draft and starts over. */
  clear: (values?: V) => void;
}

function keep<V extends object>(name: string, values: V, unkept: readonly (keyof V)[]): void {
  const kept: Partial<V> = { ...values };
  for (const field of unkept) delete kept[field];
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

/** What is wrong with each value, whether or not it may be said yet. */
function judge<V extends object>(values: V, { schema, extra }: Pick<FieldsOptions<V>, 'schema' | 'extra'>): Faults<V> {
  const found: Faults<V> = {};
  const parsed = schema?.safeParse(values, { reportInput: true });
  for (const { field, message } of parsed?.error ? explainIssues(parsed.error) : []) {
    const name = field.split('.')[0] ?? '';
    if (isFieldOf(values, name)) found[name] ??= message;
  }
  return { ...extra?.(values), ...found };
}

/** The server's word on single fields of a form. */
function faultsIn<V extends object>(error: ApiError, values: V): Faults<V> {
  const found: Faults<V> = {};
  for (const { field, message } of error.errors) if (isFieldOf(values, field)) found[field] = message;
  return found;
}

/** The values of a form, judged on blur, then on change, then on sending; drafts included. */
export function useFields<V extends object>(options: FieldsOptions<V>): Fields<V> {
  const { initial, draft, unkept = [], quietEmpty = false } = options;
  const [values, setValues] = useState<V>(() => (draft ? readDraft(draft, initial) : initial));
  // What comes while a form is shown (an address that was looked up) is laid over the values of that moment.
  const held = useRef(values);
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set());
  const [server, setServer] = useState<Faults<V>>({});

  const names = Object.keys(initial).filter((name) => isFieldOf(initial, name));
  const faults = judge(values, options);
  const errors: Faults<V> = { ...server };
  for (const name of names) if (judged.has(name)) errors[name] ??= faults[name];

  const update: Fields<V>['update'] = (change) => {
    held.current = change(held.current);
    setValues(held.current);
    if (draft) keep(draft, held.current, unkept);
  };
  const set: Fields<V>['set'] = (name, value) => {
    update((before) => ({ ...before, [name]: value }));
    if (server[name]) setServer({ ...server, [name]: undefined });
  };
  // A field that has been left is judged by each change from then on.
  const leave = (name: keyof V & string) => {
    if (!judged.has(name) && !(quietEmpty && !values[name])) setJudged(new Set([...judged, name]));
  };

  // What is right so far may still become wrong by a choice elsewhere: that is no fault before it was left.
  const check: Fields<V>['check'] = (form, send) => {
    const wrong = names.filter((name) => faults[name]);
    setJudged(new Set([...judged, ...wrong]));
    if (wrong.length > 0) focusField(form, wrong[0]);
    else send(values);
  };

  return {
    values,
    errors,
    set,
    update,
    leave,
    check,
    field: (name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (event) => set(name, event.currentTarget.value),
      onBlur: () => leave(name),
    }),
    submit: (send) => (event) => {
      event.preventDefault();
      check(event.currentTarget, send);
    },
    refused: (error) => {
      const found = faultsIn(error, initial);
      setServer(found);
      return Object.keys(found).length > 0;
    },
    clear: (next = initial) => {
      if (draft) clearDraft(draft);
      held.current = next;
      setValues(next);
      setJudged(new Set());
      setServer({});
    },
  };
}
