import { useMutation } from '@tanstack/react-query';
import type { Filter } from '#shared/lists/list.ts';
import type { CompanySearch } from '#web/company/queries.ts';
import { queryClient } from '#web/query-client.ts';
import { trpc, type Inputs, type Outputs, trpcClient } from '#web/trpc.ts';
import { type GridDefaults, gridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';

export type Admin = Outputs['admin']['admin'];
export type Revenue = Outputs['billing']['revenue'];
export type Month = Revenue['months'][number];
export type ApplicantUser = Outputs['admin']['applicants']['items'][number];

/** Staff accounts in the order of their creation. */
export const adminDefaults: GridDefaults = { sort: 'created_at' };
export const applicantDefaults: GridDefaults = { sort: '-created_at' };

type Request = NonNullable<Inputs['admin']['admins']>;

/** The URL's state as a search request. `q` is the search box above the list. */
function requestOf({ q, ...search }: GridSearch, defaults: GridDefaults, searched: readonly string[]): Request {
  const { filters, ...request } = gridRequest(search, defaults);
  const found: Filter[] = q ? [{ or: searched.map((field) => ({ field, operator: 'ilike', value: q })) }] : [];
  const all = [...found, ...(filters ? [filters] : [])];
  return { ...request, filters: all.length > 0 ? { and: all } : undefined };
}

export const adminsQuery = (search: GridSearch) =>
  trpc.admin.admins.queryOptions(requestOf(search, adminDefaults, ['full_name']));
export const applicantsQuery = (search: GridSearch) =>
  trpc.admin.applicants.queryOptions(requestOf(search, applicantDefaults, ['full_name', 'email']));
export const sentApplicationsQuery = (id: string, limit: number) => trpc.admin.sentApplications.queryOptions({ id, limit });

/** The current version, for a user whose change would have overwritten it. */
export const readAdmin = (id: string): Promise<Admin> => trpcClient.admin.admin.query({ id });

const invalidateAdmins = () => queryClient.invalidateQueries(trpc.admin.admins.pathFilter());

export const useCreateAdmin = () => useMutation(trpc.admin.createAdmin.mutationOptions({ onSuccess: invalidateAdmins }));
export const useUpdateAdmin = () => useMutation(trpc.admin.updateAdmin.mutationOptions({ onSettled: invalidateAdmins }));

/** The number of people and jobs in an open row of the company list. */
export const firstRows = 5;
export const companyPeopleQuery = (companyId: string) =>
  trpc.company.employees.queryOptions({ companyId, offset: 0, limit: firstRows });
export const companyJobsQuery = (companyId: string) => trpc.jobs.list.queryOptions({ companyId, offset: 0, limit: firstRows });

const forgetCompanies = () =>
  Promise.all([queryClient.invalidateQueries(trpc.company.pathFilter()), queryClient.invalidateQueries(trpc.audit.pathFilter())]);

export function useSetCompanyStatus() {
  return useMutation(trpc.company.setStatus.mutationOptions({ onSuccess: forgetCompanies }));
}

export function useCreateCompanyWithEmployer() {
  return useMutation(trpc.companies.create.mutationOptions({ onSuccess: forgetCompanies }));
}

const forgetJobs = () =>
  Promise.all([
    queryClient.invalidateQueries(trpc.jobs.pathFilter()),
    queryClient.invalidateQueries(trpc.company.search.pathFilter()),
  ]);

export function useDisableJob() {
  return useMutation(trpc.jobs.disable.mutationOptions({ onSuccess: forgetJobs }));
}

export function useEnableJob() {
  return useMutation(trpc.jobs.enable.mutationOptions({ onSuccess: forgetJobs }));
}

export const revenueQuery = () => trpc.billing.revenue.queryOptions();

/** The newest company first, with 50 to a page. */
export const companyDefaults = { sort: '-created_at', size: 50 };

/** The URL's state as a search request. `q` searches the company name. */
export function companyRequest(search: GridSearch): CompanySearch {
  const { filters, ...request } = gridRequest(search, companyDefaults);
  const name = search.q ? [{ field: 'company_name', operator: 'ilike', value: search.q }] : [];
  const all: Filter[] = [...name, ...(filters ? [filters] : [])];
  return { ...request, filters: all.length > 0 ? { and: all } : undefined };
}
