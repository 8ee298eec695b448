import { type FormErrors, schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';

type Options<Values> = {
  initialValues: Values;
  onValuesChange?: (values: Values, previous: Values) => void;
};

/** What zod and zod/mini schemas share with other schema libraries. */
type Schema = Parameters<typeof schemaResolver>[0];

export type SchemaForm<Values> = UseFormReturnType<Values>;

/** A schema, or a function that loads it: `() => import(…)` keeps the schemas out of a screen's first load. */
type SchemaSource = Schema | (() => Promise<Schema>);

function resolverOf<Values>(source: SchemaSource): (values: Values) => FormErrors | Promise<FormErrors> {
  if (typeof source !== 'function') return schemaResolver(source, { sync: true });
  /** If the rules cannot be loaded, nothing is refused: sending reports the lost connection, and the server validates. */
  return async (values) => {
    const schema = await source().catch(() => null);
    return schema ? schemaResolver(schema, { sync: true })(values) : {};
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
