import { useMutation } from '@tanstack/react-query';
import { queryClient } from '#web/query-client.ts';
import { trpc } from '#web/trpc.ts';

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
