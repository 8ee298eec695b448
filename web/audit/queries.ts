import { keepPreviousData } from '@tanstack/react-query';
import type { Filter } from '#shared/lists/list.ts';
import { type Outputs, trpc } from '#web/trpc.ts';
import { gridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';

export type AuditItem = Outputs['audit']['search']['items'][number];

/** The newest entry first. */
export const auditDefaults = { sort: '-at' };

/** The URL's state as a search request. `q` is searched in each of `fields`. */
function requestOf(search: GridSearch, fields: readonly string[]) {
  const { filters, ...request } = gridRequest(search, auditDefaults);
  const { q } = search;
  const nameFilters: Filter[] = q ? [{ or: fields.map((field) => ({ field, operator: 'ilike', value: q })) }] : [];
  const all = [...nameFilters, ...(filters ? [filters] : [])];
  return { ...request, filters: all.length > 0 ? { and: all } : undefined };
}

/** `q` is the name of the actor or the impersonated person. */
export const auditRequest = (search: GridSearch) => requestOf(search, ['actor', 'impersonated']);

export const auditQuery = (search: GridSearch) => ({
  ...trpc.audit.search.queryOptions(auditRequest(search)),
  placeholderData: keepPreviousData,
});

/** The log of the caller's own company, or of the one that an administrator names. */
export const companyLogQuery = (search: GridSearch, companyId?: string) => ({
  ...trpc.companies.log.queryOptions({ ...auditRequest(search), companyId }),
  placeholderData: keepPreviousData,
});

export type SecurityEventItem = Outputs['security']['search']['items'][number];

/** `q` is the name or email address of the person. */
export const securityRequest = (search: GridSearch) => requestOf(search, ['user', 'email']);

export const securityQuery = (search: GridSearch) => ({
  ...trpc.security.search.queryOptions(securityRequest(search)),
  placeholderData: keepPreviousData,
});
