import { SimpleGrid, TextInput } from '@mantine/core';
import type { SchemaForm } from './schema-form.ts';
import { t } from '#web/texts/app.ts';

/** Another person's name, so the browser does not suggest the reader's own. */
export function NameFields<V extends { firstName: string; lastName: string }>({ form }: { form: SchemaForm<V> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput
        label={t('common.firstName')}
        autoComplete="off"
        data-autofocus
        key={form.key('firstName')}
        {...form.getInputProps('firstName')}
      />
      <TextInput label={t('common.lastName')} autoComplete="off" key={form.key('lastName')} {...form.getInputProps('lastName')} />
    </SimpleGrid>
  );
}
