import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { maxLimit } from '#shared/lists/paging.ts';
import { freshAdminToken } from '#web/refresh.ts';
import { type Outputs, trpcClient } from '#web/trpc.ts';
import { asAdmin } from '#web/act-as.ts';

type Employee = Outputs['company']['employees']['items'][number];

/** The number of results to show before more text is needed. */
const most = 20;

type NamedCompany = { id: string; companyName: string };

const namesQuery = (key: string, text: string, find: (signal: AbortSignal) => Promise<NamedCompany[]>) =>
  queryOptions({
    queryKey: ['companies by name', key, text],
    queryFn: ({ signal }) => find(signal),
    placeholderData: keepPreviousData,
  });

/** Companies whose name contains the text, by name. */
export const companiesByName = (text: string) =>
  namesQuery('impersonation', text, async (signal) => {
    await freshAdminToken();
    const filters = text ? { field: 'company_name', operator: 'ilike', value: text } : undefined;
    const orders = [{ field: 'company_name', direction: 'asc' as const }];
    return (await asAdmin.company.search.query({ filters, orders, offset: 0, limit: most }, { signal })).items;
  });

/**
 * Companies that a job can be created for, found by name. An empty search finds none, because only administrators may list
 * companies.
 */
export const companiesToPostFor = (text: string) =>
  namesQuery('posting', text, async (signal) => (text ? await trpcClient.company.names.query({ text }, { signal }) : []));

/** Everyone in a company who can be impersonated, by name. */
export const peopleOf = (companyId: string) =>
  queryOptions({
    queryKey: ['impersonation', 'people', companyId],
    queryFn: async ({ signal }) => {
      await freshAdminToken();
      const people: Employee[] = [];
      for (;;) {
        const page = { companyId, offset: people.length, limit: maxLimit };
        const { items, pagination } = await asAdmin.company.employees.query(page, { signal });
        people.push(...items);
        if (items.length === 0 || people.length >= pagination.total) break;
      }
      return people
        .filter(({ active, blocked }) => active && !blocked)
        .toSorted((a, b) => a.lastName.localeCompare(b.lastName) || a.firstName.localeCompare(b.firstName));
    },
  });
