import { Alert, Button, type ButtonProps, PasswordInput, type PasswordInputProps } from '@mantine/core';
import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react';
import { errorText, fieldErrorsOf } from '#web/errors.ts';
import type { FormErrors } from '@mantine/form';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { textOfIssue, type SchemaIssue } from '#shared/texts/texts.ts';
import { writeText } from '#web/texts/start.ts';

type Options<Values> = {
  initialValues: Values;
  onValuesChange?: (values: Values, previous: Values) => void;
};

/** What Zod's schemas are for a form. */
type Schema = { readonly '~standard': { readonly validate: (values: unknown) => unknown } };
type Result = { readonly issues?: readonly SchemaIssue[] };

export type SchemaForm<Values> = UseFormReturnType<Values>;

/** A schema, or a function that loads it: `() => import(…)` keeps the schemas and their texts out of a screen's first load. */
type SchemaSource = Schema | (() => Promise<Schema>);

/** Texts by field path, the first problem of each field. Schemas of forms have no asynchronous rules. */
function errorsOf(schema: Schema, values: unknown): FormErrors {
  const { issues = [] } = schema['~standard'].validate(values) as Result;
  const errors = issues.map((issue) => [(issue.path ?? []).map(String).join('.'), writeText(textOfIssue(issue))] as const);
  return Object.fromEntries(errors.toReversed());
}

function resolverOf<Values>(source: SchemaSource): (values: Values) => FormErrors | Promise<FormErrors> {
  if (typeof source !== 'function') return (values) => errorsOf(source, values);
  /** If the rules cannot be loaded, nothing is refused: sending reports the lost connection, and the server validates. */
  return async (values) => {
    const [schema] = await Promise.all([source(), import('#web/texts/app.ts')]).catch(() => [null]);
    return schema ? errorsOf(schema, values) : {};
  };
}

/**
 * A form whose rules are a schema of `shared`, usually `.pick`ed from the request's. It is uncontrolled: bind inputs with
 * `key={form.key('email')} {...form.getInputProps('email')}`. An error appears on leaving a field and disappears on typing.
 */
export function useSchemaForm<Values extends object>(
  schema: SchemaSource,
  { initialValues, onValuesChange }: Options<Values>,
): SchemaForm<Values> {
  return useForm<Values>({
    mode: 'uncontrolled',
    initialValues,
    onValuesChange,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: resolverOf<Values>(schema),
  });
}

type Register = (isDirty: () => boolean) => () => void;

/** Lets a surrounding dialog or drawer ask a form whether it has unsaved changes. */
export const Leaving = createContext<Register | null>(null);

const Sending = createContext<{ formId: string; isSending: boolean }>({ formId: '', isSending: false });

type Props<Values extends object> = {
  form: SchemaForm<Values>;
  /** Submits. An error is shown above the fields, or below the field that the server names. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** Translates an error into the screen's own text. Undefined keeps the default text. */
  errorTextOf?: (error: unknown) => string | undefined;
  /** The form's accessible name. */
  label?: string;
  children: ReactNode;
};

/**
 * Validates, focuses the first invalid field, disables the fields while sending, and loses nothing on failure
 * (`docs/product/screens.md#forms`).
 */
export function Form<Values extends object>({ form, onSubmit, errorTextOf, label, children }: Props<Values>) {
  const formId = useId();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);

  /** Disabled fields lose the focus. After the answer it goes to the invalid field, or back to where it was. */
  const [wasFocused, setWasFocused] = useState<Element | null>(null);
  useEffect(() => {
    if (isSending || !wasFocused) return;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && !focusFirstInvalid(formId) && wasFocused instanceof HTMLElement) wasFocused.focus();
  }, [isSending, wasFocused, formId]);

  /** Runs once the errors are in the page, because a frame after validation would be too early on a slow machine. */
  useEffect(() => {
    if (refusals > 0) focusFirstInvalid(formId);
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

/** Leaves out errors of fields that the form does not have, because they would be invisible. */
function knownFields(errors: Record<string, string>, values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => (path.split('.')[0] ?? '') in values));
}

function focusFirstInvalid(formId: string): boolean {
  const wrong = document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input');
  wrong?.focus();
  return Boolean(wrong);
}

type SubmitProps = Omit<ButtonProps, 'loading' | 'type' | 'disabled'> & { children: ReactNode; isDisabled?: boolean };

/**
 * The form's main button, busy while the form sends. Pressing it does not move the focus: the error of the field that was
 * left would push the button away from the pointer, and the click would be lost.
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

/** A password field that marks its error for screen readers and for the form's focus on the first invalid field. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}
