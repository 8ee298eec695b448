import { Alert, Button, type ButtonProps, PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react';
import { textOfIssue, type SchemaIssue } from '#shared/texts/texts.ts';
import { errorText, fieldErrorsOf } from '#web/api/errors.ts';
import { t, writeText } from '#web/texts/start.ts';

type Options<Values> = {
  initialValues: Values;
  onValuesChange?: (values: Values, previous: Values) => void;
};

/** The part of a Zod schema that a form uses. */
type Schema = { readonly '~standard': { readonly validate: (values: unknown) => unknown } };
type Result = { readonly issues?: readonly SchemaIssue[] };

export type SchemaForm<Values> = UseFormReturnType<Values>;

/** A schema, or a function that loads it: `() => import(…)` keeps the schemas and their texts out of a screen's first load. */
type SchemaSource = Schema | (() => Promise<Schema>);

/** The first error of each field, by field path. A form's schema must not have asynchronous rules. */
function findErrors(schema: Schema, values: unknown): FormErrors {
  const { issues = [] } = schema['~standard'].validate(values) as Result;
  const errors = issues.map((issue) => [(issue.path ?? []).map(String).join('.'), writeText(textOfIssue(issue))] as const);
  return Object.fromEntries(errors.toReversed());
}

function createValidator<Values>(source: SchemaSource): (values: Values) => FormErrors | Promise<FormErrors> {
  if (typeof source !== 'function') return (values) => findErrors(source, values);
  /** If the schema cannot be loaded, the form is sent without validation here. The server still validates the values. */
  return async (values) => {
    if (!navigator.onLine) return {};
    const [schema] = await Promise.all([source(), import('#web/texts/app.ts')]).catch(() => [null]);
    return schema ? findErrors(schema, values) : {};
  };
}

/**
 * A form that is validated by a schema from `shared`, usually a `.pick` of the request's schema. It is uncontrolled: bind
 * inputs with `key={form.key('email')} {...form.getInputProps('email')}`. An error appears when the user leaves a field and
 * disappears when the user types.
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
    validate: createValidator<Values>(schema),
  });
}

type RegisterForm = (isDirty: () => boolean) => () => void;

/** Lets a surrounding dialog or drawer ask a form whether it has unsaved changes. */
export const UnsavedFormsContext = createContext<RegisterForm | null>(null);

const SendingContext = createContext<{ formId: string; isSending: boolean }>({ formId: '', isSending: false });

type Props<Values extends object> = {
  form: SchemaForm<Values>;
  /** Submits. An error is shown above the fields, or below the field that the server names. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** Translates an error into the screen's own text. Undefined keeps the default text. */
  errorTextOf?: (error: unknown) => string | undefined;
  /** Reads the errors of the inputs, for a form whose inputs have other names than the fields of the request. */
  fieldErrors?: (error: unknown) => Record<string, string>;
  /** The form's accessible name. */
  label?: string;
  children: ReactNode;
};

/**
 * Validates the values, focuses the first invalid field, disables the fields while sending, and keeps the values on failure
 * (`docs/product/screens.md#forms`). Without a connection it loads nothing, because a browser does not try again to load a
 * module that failed, and the form would not work until the page is reloaded.
 */
export function Form<Values extends object>({
  form,
  onSubmit,
  errorTextOf,
  fieldErrors = fieldErrorsOf,
  label,
  children,
}: Props<Values>) {
  const formId = useId();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [invalidAttempts, setInvalidAttempts] = useState(0);

  /** Disabled fields lose the focus. After sending, it returns to where it was or moves to the first invalid field. */
  const [lastFocusedElement, setLastFocusedElement] = useState<Element | null>(null);
  useEffect(() => {
    if (isSending || !lastFocusedElement) return;
    const isFocusLost = document.activeElement === null || document.activeElement === document.body;
    if (isFocusLost && !focusFirstInvalid(formId) && lastFocusedElement instanceof HTMLElement) lastFocusedElement.focus();
  }, [isSending, lastFocusedElement, formId]);

  /**
   * An effect runs after the errors have been rendered. An animation frame after validation is too early on a slow computer.
   */
  useEffect(() => {
    if (invalidAttempts > 0) focusFirstInvalid(formId);
  }, [invalidAttempts, formId]);

  const register = use(UnsavedFormsContext);
  useEffect(() => register?.(() => form.isDirty()), [register, form]);

  const send = async (values: Values) => {
    if (isSending) return;
    if (!navigator.onLine) {
      setFailure(t('ui.noConnection'));
      return;
    }
    setLastFocusedElement(document.activeElement);
    setFailure(null);
    setIsSending(true);
    try {
      await onSubmit(values);
    } catch (error) {
      const fields = existingFields(fieldErrors(error), form.getValues());
      form.setErrors(fields);
      if (Object.keys(fields).length > 0) setInvalidAttempts((count) => count + 1);
      else setFailure(errorTextOf?.(error) ?? errorText(error));
    } finally {
      setIsSending(false);
    }
  };

  const handleInvalid = () => {
    setFailure(null);
    setInvalidAttempts((count) => count + 1);
  };

  return (
    <SendingContext value={{ formId, isSending }}>
      <form id={formId} noValidate aria-label={label} aria-busy={isSending} onSubmit={form.onSubmit(send, handleInvalid)}>
        {failure ? (
          <Alert color="red" variant="light" role="alert" mb="md">
            {failure}
          </Alert>
        ) : null}
        <fieldset disabled={isSending} style={{ display: 'contents' }}>
          {children}
        </fieldset>
      </form>
    </SendingContext>
  );
}

/** Leaves out errors of fields that the form does not have, because they would be invisible. */
function existingFields(errors: Record<string, string>, values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => (path.split('.')[0] ?? '') in values));
}

function focusFirstInvalid(formId: string): boolean {
  const invalidInput = document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input');
  // Moving the focus scrolls to the input. One that has the focus already may have been scrolled out of view.
  if (invalidInput === document.activeElement) invalidInput?.scrollIntoView({ block: 'center' });
  else invalidInput?.focus();
  return Boolean(invalidInput);
}

type SubmitProps = Omit<ButtonProps, 'loading' | 'type' | 'disabled'> & { children: ReactNode; isDisabled?: boolean };

/**
 * The form's main button. It shows a loading indicator while the form is being sent. Pressing it does not move the focus, because
 * leaving a field could show an error that moves the button away from the pointer, and the click would be lost.
 */
export function SubmitButton({ children, isDisabled = false, ...props }: SubmitProps) {
  const { isSending } = use(SendingContext);
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

/** A password field that sets `aria-invalid` on an error. Screen readers and the focus on the first invalid field need it. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}
