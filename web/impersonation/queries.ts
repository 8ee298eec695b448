import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { maxLimit } from '#shared/paging.ts';
import { freshAdminToken } from '#web/refresh.ts';
import type { Outputs } from '#web/trpc.ts';
import { asAdmin } from './clients.ts';

type Employee = Outputs['company']['employees']['items'][number];

/** As many as a list shows before one types more. */
const most = 20;

/** Companies whose name has the text in it, by name. */
export const companiesByName = (text: string) =>
  queryOptions({
    queryKey: ['impersonation', 'companies', text],
    queryFn: async ({ signal }) => {
      await freshAdminToken();
      const filters = text ? { field: 'company_name', operator: 'ilike', value: text } : undefined;
      const orders = [{ field: 'company_name', direction: 'asc' as const }];
      return (await asAdmin.company.search.query({ filters, orders, offset: 0, limit: most }, { signal })).items;
    },
    placeholderData: keepPreviousData,
  });

/** Everybody who may be acted as in a company, by name. */
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
