import { ActionIcon, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { maxTerminals } from '#shared/companies/company-page.ts';
import { cityState } from '#shared/format.ts';
import type { Address } from '#shared/places/addresses.ts';
import { AddressAutocomplete } from '#web/places/AddressAutocomplete.tsx';
import { t } from '#web/texts/app.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import type { PageValues } from './PublicPageForm.tsx';

/** The company's terminals. A place is added from the suggestions and can get a name. */
export function TerminalFields({ form, label }: { form: SchemaForm<PageValues>; label: string }) {
  const { terminals } = form.getValues();
  /** A new field for each place, because the field keeps the text of the chosen one. */
  const [fieldKey, setFieldKey] = useState(0);
  const add = ({ city, state, postalCode }: Address) => {
    form.insertListItem('terminals', { name: '', city, state, postalCode });
    setFieldKey((key) => key + 1);
  };
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        {terminals.map((terminal, index) => {
          const place = [cityState(terminal), terminal.postalCode].filter(Boolean).join(' ');
          return (
            <Group key={`${index} ${place}`} gap="xs" wrap="nowrap" align="flex-end">
              <TextInput
                flex={1}
                label={t('companyPage.terminalName', { place })}
                placeholder={t('companyPage.terminalNamePlaceholder')}
                maxLength={100}
                key={form.key(`terminals.${index}.name`)}
                {...form.getInputProps(`terminals.${index}.name`)}
                error={form.errors[`terminals.${index}.city`] ?? form.errors[`terminals.${index}.postalCode`]}
              />
              <ActionIcon
                variant="default"
                size="input-sm"
                aria-label={t('companyPage.removeTerminal', { place })}
                onClick={() => form.removeListItem('terminals', index)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          );
        })}
        {terminals.length < maxTerminals ? (
          <AddressAutocomplete
            key={fieldKey}
            label={t('companyPage.addTerminal')}
            hint={t('companyPage.addTerminalHint')}
            value=""
            onSelect={add}
            isOptional
          />
        ) : (
          <Text size="sm" c="dimmed">
            {t('companyPage.tooManyTerminals')}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}
