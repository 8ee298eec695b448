import type { Filter } from '#shared/lists/list.ts';
import type { CompanySearch } from '#web/company/queries.ts';
import { gridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';

/** The newest company first, with 50 to a page. */
export const companyDefaults = { sort: '-created_at', size: 50 };

/** The URL's state as a search request. `q` searches the company name. */
export function companyRequest(search: GridSearch): CompanySearch {
  const { filters, ...request } = gridRequest(search, companyDefaults);
  const name = search.q ? [{ field: 'company_name', operator: 'ilike', value: search.q }] : [];
  const all: Filter[] = [...name, ...(filters ? [filters] : [])];
  return { ...request, filters: all.length > 0 ? { and: all } : undefined };
}
