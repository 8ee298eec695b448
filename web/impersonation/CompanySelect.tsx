import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { errorText } from '#web/errors.ts';
import type { companiesByName } from './queries.ts';
import { t } from '#web/texts/app.ts';

/** The previous answer may still be visible, so only companies that match the current text are offered. */
const matches = (name: string, text: string) => name.toLowerCase().includes(text.trim().toLowerCase());

export type ChosenCompany = { id: string; name: string };
type Props = {
  value: ChosenCompany | null;
  onChange: (company: ChosenCompany | null) => void;
  /** Finds companies by a part of their name. */
  find: typeof companiesByName;
};

const debounceMs = 300;

/** Selects a company by name. The server searches. */
export function CompanySelect({ value, onChange, find }: Props) {
  const [typed, setTyped] = useState(value?.name ?? '');
  const [asked] = useDebouncedValue(typed.trim(), debounceMs);
  const { data, isFetching, error } = useQuery(find(asked === value?.name ? '' : asked));
  const found = (data ?? []).map(({ id, companyName }) => ({ value: id, label: companyName }));
  const options =
    value && !found.some((option) => option.value === value.id) ? [{ value: value.id, label: value.name }, ...found] : found;
  return (
    <Select
      label={t('admin.selectCompany')}
      placeholder={t('admin.typeAName')}
      searchable
      data-autofocus
      data={options}
      openOnFocus={false}
      filter={({ options: all, search }) => all.filter((option) => 'value' in option && matches(option.label, search))}
      value={value?.id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(_, option) => onChange(option && { id: option.value, name: option.label })}
      nothingFoundMessage={
        isFetching
          ? t('admin.searchingCompanies')
          : !typed.trim()
            ? t('admin.typeAName')
            : t('admin.noCompaniesMatchTyped', { typed: typed.trim() })
      }
      rightSection={isFetching ? <Loader size="xs" {...asStatus(t('admin.searchingCompanies'))} /> : undefined}
      error={error ? errorText(error) : undefined}
      maxDropdownHeight={240}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}
