import { useMutation } from '@tanstack/react-query';
import { queryClient } from '#web/api/query-client.ts';
import { type Inputs, type Outputs, trpc } from '#web/api/trpc.ts';

export type FollowUp = Outputs['followUps']['ofApplicant'][number];

export const pageSize = 25;
export type FollowUpsView = { page: number; companyId: string | undefined } & Pick<
  Inputs['followUps']['list'],
  'owner' | 'status'
>;

/** A page of the company's follow-ups. */
export const followUpsQuery = ({ page, companyId, owner, status }: FollowUpsView) =>
  trpc.followUps.list.queryOptions({ companyId, owner, status, offset: (page - 1) * pageSize, limit: pageSize });

export const applicantFollowUpsQuery = (applicantId: string) => trpc.followUps.ofApplicant.queryOptions({ applicantId });

/** Reloads all data that includes follow-ups. */
async function invalidateFollowUps(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.followUps.pathFilter()),
    queryClient.invalidateQueries(trpc.hiring.timeline.pathFilter()),
    queryClient.invalidateQueries(trpc.hiring.today.pathFilter()),
  ]);
}

/** Reloads after every change. If the server refused it, for example because a colleague was first, the screen is then current. */
const reloadOptions = { onSettled: invalidateFollowUps };
export const useAddFollowUp = () => useMutation(trpc.followUps.add.mutationOptions(reloadOptions));
/** Changes of one follow-up are sent one after another, so that the last click counts. */
export const useUpdateFollowUp = (id: string) =>
  useMutation({ ...trpc.followUps.update.mutationOptions(reloadOptions), scope: { id: `follow-up ${id}` } });
export const useDeleteFollowUp = () => useMutation(trpc.followUps.delete.mutationOptions(reloadOptions));
