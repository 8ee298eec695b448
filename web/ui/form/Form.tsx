import { Alert, Button, type ButtonProps } from '@mantine/core';
import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react';
import { errorText, fieldErrorsOf } from '#web/errors.ts';
import type { SchemaForm } from './schema-form.ts';

type Register = (isDirty: () => boolean) => () => void;

/** With whatever may be closed around it a form leaves word of how to ask whether it holds unsaved changes. */
export const Leaving = createContext<Register | null>(null);

const Sending = createContext<{ formId: string; isSending: boolean }>({ formId: '', isSending: false });

type Props<Values extends object> = {
  form: SchemaForm<Values>;
  /** Sends; whatever it throws is shown above the fields, or under the field that the server names. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** Reads a failure in the screen's own words; undefined leaves the usual text. */
  errorTextOf?: (error: unknown) => string | undefined;
  /** The form's accessible name. */
  label?: string;
  children: ReactNode;
};

/**
 * Checks, focuses the first wrong field, keeps the button busy while sending, and loses nothing on failure. While it sends,
 * its fields cannot be changed (`ui: Behaviour`).
 */
export function Form<Values extends object>({ form, onSubmit, errorTextOf, label, children }: Props<Values>) {
  const formId = useId();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);

  /** Fields that are switched off lose the focus: once there is an answer it goes to what is wrong, else back to where it was. */
  const [wasFocused, setWasFocused] = useState<Element | null>(null);
  useEffect(() => {
    if (isSending || !wasFocused) return;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && !focusFirstWrong(formId) && wasFocused instanceof HTMLElement) wasFocused.focus();
  }, [isSending, wasFocused, formId]);

  /** Once the errors stand in the page: a frame after they were found would be too early on a busy machine. */
  useEffect(() => {
    if (refusals > 0) focusFirstWrong(formId);
  }, [refusals, formId]);

  const register = use(Leaving);
  useEffect(() => register?.(() => form.isDirty()), [register, form]);

  const send = async (values: Values) => {
    if (isSending) return;
    setWasFocused(document.activeElement);
    setFailure(null);
    setIsSending(true);
    try {
      await onSubmit(values);
    } catch (error) {
      const fields = knownFields(fieldErrorsOf(error), form.getValues());
      form.setErrors(fields);
      if (Object.keys(fields).length > 0) setRefusals((count) => count + 1);
      else setFailure(errorTextOf?.(error) ?? errorText(error));
    } finally {
      setIsSending(false);
    }
  };

  const refuse = () => {
    setFailure(null);
    setRefusals((count) => count + 1);
  };

  return (
    <Sending value={{ formId, isSending }}>
      <form id={formId} noValidate aria-label={label} aria-busy={isSending} onSubmit={form.onSubmit(send, refuse)}>
        {failure ? (
          <Alert color="red" variant="light" role="alert" mb="md">
            {failure}
          </Alert>
        ) : null}
        <fieldset disabled={isSending} style={{ display: 'contents' }}>
          {children}
        </fieldset>
      </form>
    </Sending>
  );
}

/** Errors of fields that the form does not have would be seen nowhere. */
function knownFields(errors: Record<string, string>, values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => (path.split('.')[0] ?? '') in values));
}

function focusFirstWrong(formId: string): boolean {
  const wrong = document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input');
  wrong?.focus();
  return Boolean(wrong);
}

type SubmitProps = Omit<ButtonProps, 'loading' | 'type' | 'disabled'> & { children: ReactNode; isDisabled?: boolean };

/**
 * The form's main action: orange, busy while the form sends. Pressing it leaves the focus where it is: the error of a field
 * that was left would push the button from under the pointer, and the click would be lost.
 */
export function SubmitButton({ children, isDisabled = false, ...props }: SubmitProps) {
  const { isSending } = use(Sending);
  return (
    <Button
      color="orange"
      onMouseDown={(event) => event.preventDefault()}
      {...props}
      type="submit"
      loading={isSending}
      disabled={isDisabled}
    >
      {children}
    </Button>
  );
}
