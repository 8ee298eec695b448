import { useMutation } from '@tanstack/react-query';
import { queryClient } from '#web/query-client.ts';
import { trpc, type Inputs, type Outputs, trpcClient } from '#web/trpc.ts';
import type { Filter } from '#shared/lists/list.ts';
import { type GridDefaults, gridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';

export type Admin = Outputs['admin']['admin'];
export type Revenue = Outputs['billing']['revenue'];
export type Month = Revenue['months'][number];
export type ApplicantUser = Outputs['admin']['applicants']['items'][number];

/** `spec: access §7`: admins by creation, the first one first. */
export const adminDefaults: GridDefaults = { sort: 'created_at' };
export const applicantDefaults: GridDefaults = { sort: '-created_at' };

type Request = NonNullable<Inputs['admin']['admins']>;

/** What the URL says, as a search takes it; `q` is the box above the list. */
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

/** As it stands now, for whoever was about to overwrite it. */
export const readAdmin = (id: string): Promise<Admin> => trpcClient.admin.admin.query({ id });

const forgetAdmins = () => queryClient.invalidateQueries(trpc.admin.admins.pathFilter());

export const useCreateAdmin = () => useMutation(trpc.admin.createAdmin.mutationOptions({ onSuccess: forgetAdmins }));
export const useUpdateAdmin = () => useMutation(trpc.admin.updateAdmin.mutationOptions({ onSettled: forgetAdmins }));

/** The first of a company's people and jobs, as an open row of the company list shows them. */
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
