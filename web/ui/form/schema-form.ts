import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';

type Options<Values> = {
  initialValues: Values;
  onValuesChange?: (values: Values, previous: Values) => void;
};

/** What zod and zod/mini schemas have in common with every other schema library. */
export type Schema = Parameters<typeof schemaResolver>[0];

export type SchemaForm<Values> = UseFormReturnType<Values>;

/**
 * A form whose rules are a schema of `shared` (usually `.pick`ed from the request's). Uncontrolled: bind inputs with
 * `key={form.key('email')} {...form.getInputProps('email')}`. An error shows on leaving a field and goes on typing.
 */
export function useSchemaForm<Values extends object>(
  schema: Schema,
  { initialValues, onValuesChange }: Options<Values>,
): SchemaForm<Values> {
  return useForm<Values>({
    mode: 'uncontrolled',
    initialValues,
    onValuesChange,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: schemaResolver(schema, { sync: true }),
  });
}
