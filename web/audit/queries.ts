import { keepPreviousData } from '@tanstack/react-query';
import type { Filter } from '#shared/lists/list.ts';
import { type Outputs, trpc } from '#web/trpc.ts';
import { gridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';

export type AuditItem = Outputs['audit']['search']['items'][number];

/** The newest entry first. */
export const auditDefaults = { sort: '-at' };

/** The URL's state as a search request. `q` is the name of the actor or the impersonated person. */
export function auditRequest(search: GridSearch) {
  const { filters, ...request } = gridRequest(search, auditDefaults);
  const who = (field: string) => ({ field, operator: 'ilike', value: search.q ?? '' });
  const named: Filter[] = search.q ? [{ or: [who('actor'), who('impersonated')] }] : [];
  const all = [...named, ...(filters ? [filters] : [])];
  return { ...request, filters: all.length > 0 ? { and: all } : undefined };
}

export const auditQuery = (search: GridSearch) => ({
  ...trpc.audit.search.queryOptions(auditRequest(search)),
  placeholderData: keepPreviousData,
});

/** The log of the caller's own company, or of the one that an administrator names. */
export const companyLogQuery = (search: GridSearch, companyId?: string) => ({
  ...trpc.companies.log.queryOptions({ ...auditRequest(search), companyId }),
  placeholderData: keepPreviousData,
});
