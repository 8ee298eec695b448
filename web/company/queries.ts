import { useMutation, useQuery } from '@tanstack/react-query';
import type { LogoPlacement } from '#shared/companies/logo.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type Inputs, type Outputs, trpc, trpcClient } from '#web/api/trpc.ts';
import { sendForm } from '#web/session/authorized-fetch.ts';
import { reloadMe } from '#web/signed-in/me.ts';
import { useMe } from '#web/signed-in/use-me.ts';

export type Company = Outputs['company']['get'];

/** The user's own company or, for administrators, the company with the given id. */
export const companyQuery = (companyId?: string) => trpc.company.get.queryOptions(companyId ? { companyId } : undefined);

const invalidateCompany = () => queryClient.invalidateQueries(trpc.company.pathFilter());

export function useCreateCompany() {
  return useMutation(
    trpc.company.create.mutationOptions({
      onSuccess: async () => {
        await invalidateCompany();
        await reloadMe();
      },
    }),
  );
}

/** Also reloads the header, which shows the company's name, logo and color. */
export function useUpdateCompany() {
  return useMutation(
    trpc.company.update.mutationOptions({
      onSuccess: async () => {
        await invalidateCompany();
        await reloadMe();
      },
    }),
  );
}

/** Loads the stored version after a save was rejected because of someone else's edit. */
export const readCompany = (companyId?: string) => trpcClient.company.get.query(companyId ? { companyId } : undefined);

export function useResendCompanyEmail() {
  return useMutation(trpc.company.resendVerification.mutationOptions());
}

/** The tags of the user's own company or, for administrators, of the company with the given id. */
export const tagUsesQuery = (companyId?: string) => trpc.company.tagUses.queryOptions(companyId ? { companyId } : undefined);
export type TagUse = Outputs['company']['tagUses'][number];

/** Jobs and applicants show tags, so they are reloaded too. */
async function invalidateTags(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.company.tagUses.pathFilter()),
    queryClient.invalidateQueries(trpc.company.tags.pathFilter()),
    queryClient.invalidateQueries(trpc.jobs.pathFilter()),
    queryClient.invalidateQueries(trpc.applicants.pathFilter()),
  ]);
}

export const useCreateTag = () => useMutation(trpc.company.createTag.mutationOptions({ onSuccess: invalidateTags }));
export const useDeleteTag = () => useMutation(trpc.company.deleteTag.mutationOptions({ onSettled: invalidateTags }));

export type CompanySearch = NonNullable<Inputs['company']['search']>;
export type CompanyListItem = Outputs['company']['search']['items'][number];
export const companySearchQuery = (search: CompanySearch) => trpc.company.search.queryOptions(search);

export type Logo = { fileName: string; url: string };

/** Returns the user's company, or undefined if the user has none or it is still loading. */
export function useOwnCompany(): Company | undefined {
  const { companyId } = useMe();
  return useQuery({ ...companyQuery(), enabled: companyId !== null }).data;
}

/**
 * Uploads a logo through the REST API, with its placement in the editor. Without a placement the logo shows the complete
 * picture.
 * @throws Error with a message for the user
 */
export async function uploadLogo(file: File, placement: LogoPlacement | null): Promise<Logo> {
  const body = new FormData();
  if (placement) {
    body.set('logo_size', String(placement.logoSize));
    body.set('logo_left_offset', String(placement.logoLeftOffset));
    body.set('logo_top_offset', String(placement.logoTopOffset));
  }
  body.set('file', file);
  const { file_name: fileName, url } = await sendForm<{ url: string; file_name: string }>('/companies/logo', body);
  return { fileName, url };
}
