import { type FormErrors, useForm, type UseFormReturnType } from '@mantine/form';
import { type SchemaIssue, textOfIssue } from '#shared/texts/texts.ts';
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
