import { useMutation } from '@tanstack/react-query';
import type { Filter } from '#shared/lists/list.ts';
import { queryClient } from '#web/api/query-client.ts';
import { trpc, type Inputs, type Outputs, trpcClient } from '#web/api/trpc.ts';
import type { CompanySearch } from '#web/company/queries.ts';
import { type GridDefaults, toGridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';

export type Admin = Outputs['admin']['admin'];
export type Revenue = Outputs['billing']['revenue'];
export type RevenueMonth = Revenue['months'][number];
export type ApplicantUser = Outputs['admin']['applicants']['items'][number];

/** Staff accounts are sorted by creation date, the oldest first. */
export const adminDefaults: GridDefaults = { sort: 'created_at' };
export const applicantDefaults: GridDefaults = { sort: '-created_at' };

type AccountSearchRequest = NonNullable<Inputs['admin']['admins']>;

/** Turns the URL's state into a search request. `q` is the text of the search box above the list. */
function toSearchRequest(
  { q, ...search }: GridSearch,
  defaults: GridDefaults,
  searchedFields: readonly string[],
): AccountSearchRequest {
  const { filters, ...request } = toGridRequest(search, defaults);
  const searchFilters: Filter[] = q ? [{ or: searchedFields.map((field) => ({ field, operator: 'ilike', value: q })) }] : [];
  const conditions = [...searchFilters, ...(filters ? [filters] : [])];
  return { ...request, filters: conditions.length > 0 ? { and: conditions } : undefined };
}

export const adminsQuery = (search: GridSearch) =>
  trpc.admin.admins.queryOptions(toSearchRequest(search, adminDefaults, ['full_name']));
export const applicantsQuery = (search: GridSearch) =>
  trpc.admin.applicants.queryOptions(toSearchRequest(search, applicantDefaults, ['full_name', 'email']));
export const sentApplicationsQuery = (id: string, limit: number) => trpc.admin.sentApplications.queryOptions({ id, limit });

/** Loads the stored version after a save was rejected because of someone else's edit. */
export const readAdmin = (id: string): Promise<Admin> => trpcClient.admin.admin.query({ id });

const invalidateAdmins = () => queryClient.invalidateQueries(trpc.admin.admins.pathFilter());

export const useCreateAdmin = () => useMutation(trpc.admin.createAdmin.mutationOptions({ onSuccess: invalidateAdmins }));
export const useUpdateAdmin = () => useMutation(trpc.admin.updateAdmin.mutationOptions({ onSettled: invalidateAdmins }));

/** The maximum number of employees and of jobs in an open row of the company list. */
export const maxDetailRows = 5;
export const companyEmployeesQuery = (companyId: string) =>
  trpc.company.employees.queryOptions({ companyId, offset: 0, limit: maxDetailRows });
export const companyJobsQuery = (companyId: string) =>
  trpc.jobs.list.queryOptions({ companyId, offset: 0, limit: maxDetailRows });

const invalidateCompanies = () =>
  Promise.all([queryClient.invalidateQueries(trpc.company.pathFilter()), queryClient.invalidateQueries(trpc.audit.pathFilter())]);

export function useSetCompanyStatus() {
  return useMutation(trpc.company.setStatus.mutationOptions({ onSuccess: invalidateCompanies }));
}

export function useCreateCompanyWithEmployer() {
  return useMutation(trpc.companies.create.mutationOptions({ onSuccess: invalidateCompanies }));
}

const invalidateJobs = () =>
  Promise.all([
    queryClient.invalidateQueries(trpc.jobs.pathFilter()),
    queryClient.invalidateQueries(trpc.company.search.pathFilter()),
  ]);

export function useDisableJob() {
  return useMutation(trpc.jobs.disable.mutationOptions({ onSuccess: invalidateJobs }));
}

export function useEnableJob() {
  return useMutation(trpc.jobs.enable.mutationOptions({ onSuccess: invalidateJobs }));
}

export const revenueQuery = () => trpc.billing.revenue.queryOptions();

/** The company list starts with the newest company and has 50 per page. */
export const companyDefaults = { sort: '-created_at', size: 50 };

/** Companies by their name, or by an email of the company or of a person who works there. */
const companyWordsFilter = (words: string): Filter => ({
  or: [{ field: 'company_name', operator: 'ilike', value: words }, ...(words.includes('@') ? [personEmailFilter(words)] : [])],
});
const personEmailFilter = (words: string): Filter => ({ field: 'person_email', operator: 'ilike', value: words });

/** The companies of the people with this email, for a search among people. A text that is no email finds none. */
export const companiesOfPersonQuery = (words: string) => ({
  ...trpc.company.search.queryOptions({ limit: 5, filters: personEmailFilter(words.trim()) }),
  enabled: words.includes('@'),
});

/** Turns the URL's state into a search request. `q` searches the company name and the emails of its people. */
export function toCompanyRequest(search: GridSearch): CompanySearch {
  const { filters, ...request } = toGridRequest(search, companyDefaults);
  const nameFilters = search.q ? [companyWordsFilter(search.q.trim())] : [];
  const conditions: Filter[] = [...nameFilters, ...(filters ? [filters] : [])];
  return { ...request, filters: conditions.length > 0 ? { and: conditions } : undefined };
}
