import type { FormEvent } from 'react';
import { ApiError } from './api';
import { type Fields, type FieldsOptions, useFields } from './form';
import type { Proof } from './lost-reply';
import { type Action, errorMessageOf, useAction } from './use-action';

interface FormOptions<V extends object, T>
  extends FieldsOptions<V>,
    Pick<Action<T>, 'successMessage' | 'errorMessage'> {
  /** Sends the values. The key stays the same until success, unless other values are sent. */
  send: (values: V, idempotencyKey: string) => Promise<T>;
  /** The input that identifies the request for its idempotency key; the values by default. */
  input?: (values: V) => unknown;
  /** How the page sees that these values have arrived although the response was lost (see `Action`). */
  proof?: (values: V) => Proof<T>;
  /** The values after success; the initial ones by default. The draft is deleted either way. */
  valuesAfterSuccess?: (answer: T, values: V) => V;
  /** Called after the fields were reset. */
  onSuccess?: (answer: T, values: V) => void;
  /** No toast for a refusal whose errors show at the fields. */
  fieldErrorsOnly?: boolean;
}

/** The `input` of forms with a password, which must not be kept beyond its field. */
export const noInput = (): null => null;

export interface Form<V extends object> extends Fields<V> {
  busy: boolean;
  /** The submit handler of the form element: validates the fields and sends them. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Sends values that were validated. */
  send: (values: V) => void;
}

/** A form: its fields (`useFields`) and its submission (`useAction`). A failure keeps the values. */
export function useForm<V extends object, T>(options: FormOptions<V, T>): Form<V> {
  const {
    send,
    input = (values: V) => values,
    proof,
    successMessage,
    errorMessage,
    valuesAfterSuccess,
    onSuccess,
    fieldErrorsOnly = false,
  } = options;
  const fields = useFields(options);
  const { busy, act } = useAction();
  const submit = (values: V) => {
    void act({
      name: 'send',
      input: input(values),
      run: (key) => send(values, key),
      proof: proof?.(values),
      ...(successMessage && { successMessage }),
      errorMessage: (error) => {
        const isAtFields = error instanceof ApiError && fields.showFieldErrors(error);
        return isAtFields && fieldErrorsOnly ? null : errorMessageOf(errorMessage, error);
      },
      onSuccess: (answer) => {
        fields.clear(valuesAfterSuccess?.(answer, values));
        onSuccess?.(answer, values);
      },
    });
  };
  return { ...fields, busy: busy !== null, onSubmit: fields.submit(submit), send: submit };
}
