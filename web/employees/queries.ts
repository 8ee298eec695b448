import { useMutation } from '@tanstack/react-query';
import type { Filter } from '#shared/lists/list.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type Inputs, type Outputs, trpc, trpcClient } from '#web/api/trpc.ts';
import { type GridDefaults, toGridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';

export type Employee = Outputs['employees']['get'];
export type InvitedPerson = Outputs['employees']['invitations'][number];
type Search = NonNullable<Inputs['company']['employees']>;

export const employeeDefaults: GridDefaults = { sort: '-created_at' };

/** Turns the URL's state into a list request. `q` searches names and email addresses. */
export function employeeRequest({ q, ...search }: GridSearch, companyId: string | undefined): Search {
  const { filters, ...request } = toGridRequest(search, employeeDefaults);
  const nameFilters: Filter[] = q
    ? [{ or: ['full_name', 'email'].map((field) => ({ field, operator: 'ilike', value: q })) }]
    : [];
  const all = [...nameFilters, ...(filters ? [filters] : [])];
  return { ...request, companyId, filters: all.length > 0 ? { and: all } : undefined };
}

export const employeesQuery = (search: Search) => trpc.company.employees.queryOptions(search);

/** Loads the stored version after a save was rejected because of someone else's edit. */
export const readEmployee = (id: string): Promise<Employee> => trpcClient.employees.get.query({ id });

async function invalidateEmployees(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.company.employees.pathFilter()),
    queryClient.invalidateQueries(trpc.employees.pathFilter()),
  ]);
}

export const useAddEmployee = () => useMutation(trpc.employees.add.mutationOptions({ onSuccess: invalidateEmployees }));
export const useUpdateEmployee = () => useMutation(trpc.employees.update.mutationOptions({ onSettled: invalidateEmployees }));
export const useSetEmployeePassword = () =>
  useMutation(trpc.employees.setPassword.mutationOptions({ onSuccess: invalidateEmployees }));
export const invitationsQuery = (companyId: string | undefined) => trpc.employees.invitations.queryOptions({ companyId });
export const useWithdrawInvitation = () =>
  useMutation(trpc.employees.withdraw.mutationOptions({ onSettled: invalidateEmployees }));
export const useInviteAgain = () => useMutation(trpc.employees.inviteAgain.mutationOptions());
