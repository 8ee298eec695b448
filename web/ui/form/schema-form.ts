import { type FormErrors, schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';

type Options<Values> = {
  initialValues: Values;
  onValuesChange?: (values: Values, previous: Values) => void;
};

/** What zod and zod/mini schemas have in common with every other schema library. */
type Schema = Parameters<typeof schemaResolver>[0];

export type SchemaForm<Values> = UseFormReturnType<Values>;

/** A schema, or the way to it: `() => import(…)` keeps the schemas out of a screen's first load. */
type SchemaSource = Schema | (() => Promise<Schema>);

function resolverOf<Values>(source: SchemaSource): (values: Values) => FormErrors | Promise<FormErrors> {
  if (typeof source !== 'function') return schemaResolver(source, { sync: true });
  /** Rules that could not be fetched refuse nothing: the sending says that there is no connection, and the server checks. */
  return async (values) => {
    const schema = await source().catch(() => null);
    return schema ? schemaResolver(schema, { sync: true })(values) : {};
  };
}

/**
 * A form whose rules are a schema of `shared` (usually `.pick`ed from the request's). Uncontrolled: bind inputs with
 * `key={form.key('email')} {...form.getInputProps('email')}`. An error shows on leaving a field and goes on typing.
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
