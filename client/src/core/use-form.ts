import type { FormEvent } from 'react';
import { ApiError } from './api';
import { type Fields, type FieldsOptions, useFields } from './form';
import { type Action, useAction, wordOf } from './use-action';

interface FormOptions<V extends object, T> extends FieldsOptions<V>, Pick<Action<T>, 'says' | 'failed'> {
  /** Sends what stands in the fields. The key is the same until it has succeeded, unless something else is sent. */
  send: (values: V, idempotencyKey: string) => Promise<T>;
  /** What is sent, where that is more than the fields, or what of it may be remembered for the key. */
  input?: (values: V) => unknown;
  /** What the fields show after success; left out, they are as at first. Their draft is gone either way. */
  saved?: (answer: T, values: V) => V;
  /** After that. */
  done?: (answer: T, values: V) => void;
  /** A refusal that stands at the fields is not said once more. */
  quietAtFields?: boolean;
}

/** The `input` of forms with a password, which need no key: it is not remembered beyond its field. */
export const nothing = (): null => null;

export interface Form<V extends object> extends Fields<V> {
  busy: boolean;
  /** For the form element: judges the fields and sends them. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Sends values that were judged. */
  send: (values: V) => void;
}

/** A form that is sent: its fields (`useFields`) and the press that sends them (`useAction`). A failure loses nothing typed. */
export function useForm<V extends object, T>(options: FormOptions<V, T>): Form<V> {
  const { send, input = (values: V) => values, says, failed, saved, done, quietAtFields = false } = options;
  const fields = useFields(options);
  const { busy, act } = useAction();
  const press = (values: V) => {
    void act({
      name: 'send',
      input: input(values),
      run: (key) => send(values, key),
      ...(says && { says }),
      failed: (error) => {
        const isAtFields = error instanceof ApiError && fields.refused(error);
        return isAtFields && quietAtFields ? null : wordOf(failed, error);
      },
      done: (answer) => {
        fields.clear(saved?.(answer, values));
        done?.(answer, values);
      },
    });
  };
  return { ...fields, busy: busy !== null, onSubmit: fields.submit(press), send: press };
}
