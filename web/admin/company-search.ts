import type { Filter } from '#shared/lists/list.ts';
import type { CompanySearch } from '#web/company/queries.ts';
import { gridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';

/** Newest first, fifty to a page (`spec: work §9`). */
export const companyDefaults = { sort: '-created_at', size: 50 };

/** What the URL says, as the search call takes it; `q` is the search by company name. */
export function companyRequest(search: GridSearch): CompanySearch {
  const { filters, ...request } = gridRequest(search, companyDefaults);
  const name = search.q ? [{ field: 'company_name', operator: 'ilike', value: search.q }] : [];
  const all: Filter[] = [...name, ...(filters ? [filters] : [])];
  return { ...request, filters: all.length > 0 ? { and: all } : undefined };
}
