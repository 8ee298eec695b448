import { keepPreviousData } from '@tanstack/react-query';
import type { Filter } from '#shared/lists/list.ts';
import { type Outputs, trpc } from '#web/api/trpc.ts';
import { toGridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';

export type AuditItem = Outputs['audit']['search']['items'][number];

/** The logs start with the newest entry. */
export const auditDefaults = { sort: '-at' };

/** Turns the URL's state into a search request. `q` is searched in each of `fields`. */
function toSearchRequest(search: GridSearch, fields: readonly string[]) {
  const { filters, ...request } = toGridRequest(search, auditDefaults);
  const { q } = search;
  const searchFilters: Filter[] = q ? [{ or: fields.map((field) => ({ field, operator: 'ilike', value: q })) }] : [];
  const conditions = [...searchFilters, ...(filters ? [filters] : [])];
  return { ...request, filters: conditions.length > 0 ? { and: conditions } : undefined };
}

/** `q` is the name of the actor or the impersonated person. */
export const toAuditRequest = (search: GridSearch) => toSearchRequest(search, ['actor', 'impersonated']);

export const auditQuery = (search: GridSearch) => ({
  ...trpc.audit.search.queryOptions(toAuditRequest(search)),
  placeholderData: keepPreviousData,
});

/** The log of the user's own company or, for administrators, of the given company. */
export const companyLogQuery = (search: GridSearch, companyId?: string) => ({
  ...trpc.companies.log.queryOptions({ ...toAuditRequest(search), companyId }),
  placeholderData: keepPreviousData,
});

export type SecurityEventItem = Outputs['security']['search']['items'][number];

/** `q` is the name or email address of the person. */
export const toSecurityRequest = (search: GridSearch) => toSearchRequest(search, ['user', 'email']);

export const securityQuery = (search: GridSearch) => ({
  ...trpc.security.search.queryOptions(toSecurityRequest(search)),
  placeholderData: keepPreviousData,
});
