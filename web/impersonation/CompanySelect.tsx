import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { foldText } from '#shared/fold-text.ts';
import { maxLimit } from '#shared/lists/paging.ts';
import { adminClient } from '#web/api/clients-without-refresh.ts';
import { errorText } from '#web/api/errors.ts';
import { type Outputs, trpcClient } from '#web/api/trpc.ts';
import { freshAdminToken } from '#web/session/refresh.ts';
import { t } from '#web/texts/app.ts';
import { asStatus } from '#web/ui/StatusBadge.tsx';

type Employee = Outputs['company']['employees']['items'][number];

/** With more results than this, the user has to type more text. */
const max = 20;

type NamedCompany = { id: string; companyName: string };

const namesQuery = (key: string, text: string, find: (signal: AbortSignal) => Promise<NamedCompany[]>) =>
  queryOptions({
    queryKey: ['companies by name', key, text],
    queryFn: ({ signal }) => find(signal),
    placeholderData: keepPreviousData,
  });

/** Finds companies whose name contains the text, sorted by name. */
export const companiesByName = (text: string) =>
  namesQuery('impersonation', text, async (signal) => {
    await freshAdminToken();
    const filters = text ? { field: 'company_name', operator: 'ilike', value: text } : undefined;
    const orders = [{ field: 'company_name', direction: 'asc' as const }];
    return (await adminClient.company.search.query({ filters, orders, offset: 0, limit: max }, { signal })).items;
  });

/**
 * Finds companies to create a job for by their name. An empty search finds none, because only administrators may list
 * companies.
 */
export const companiesToPostFor = (text: string) =>
  namesQuery('posting', text, async (signal) => (text ? await trpcClient.company.names.query({ text }, { signal }) : []));

/** Loads everyone in a company who can be impersonated, sorted by name. */
export const peopleOf = (companyId: string) =>
  queryOptions({
    queryKey: ['impersonation', 'people', companyId],
    queryFn: async ({ signal }) => {
      await freshAdminToken();
      const people: Employee[] = [];
      for (;;) {
        const page = { companyId, offset: people.length, limit: maxLimit };
        const { items, pagination } = await adminClient.company.employees.query(page, { signal });
        people.push(...items);
        if (items.length === 0 || people.length >= pagination.total) break;
      }
      return people
        .filter(({ active, blocked }) => active && !blocked)
        .toSorted((a, b) => a.lastName.localeCompare(b.lastName) || a.firstName.localeCompare(b.firstName));
    },
  });

/** The results of the previous text may still be there, so only companies that match the current text are offered. */
const matches = (name: string, text: string) => foldText(name).includes(foldText(text.trim()));

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
  const [searchText, setTyped] = useState(value?.name ?? '');
  const [query] = useDebouncedValue(searchText.trim(), debounceMs);
  const { data, isFetching, error } = useQuery(find(query === value?.name ? '' : query));
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
      searchValue={searchText}
      onSearchChange={setTyped}
      onChange={(_, option) => onChange(option && { id: option.value, name: option.label })}
      nothingFoundMessage={
        isFetching
          ? t('admin.searchingCompanies')
          : !searchText.trim()
            ? t('admin.typeAName')
            : t('admin.noCompaniesMatch', { typed: searchText.trim() })
      }
      rightSection={isFetching ? <Loader size="xs" {...asStatus(t('admin.searchingCompanies'))} /> : undefined}
      error={error ? errorText(error) : undefined}
      maxDropdownHeight={240}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}
