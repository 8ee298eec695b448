import { useMutation } from '@tanstack/react-query';
import { sendForm } from '#web/authorized-fetch.ts';
import { reloadMe } from '#web/me.ts';
import { queryClient } from '#web/query-client.ts';
import { type Inputs, type Outputs, trpc } from '#web/trpc.ts';

export type Company = Outputs['company']['get'];

/** The signed-in person's company; with an id that one, for admins. */
export const companyQuery = (companyId?: string) => trpc.company.get.queryOptions(companyId ? { companyId } : undefined);

const forgetCompany = () => queryClient.invalidateQueries(trpc.company.pathFilter());

export function useCreateCompany() {
  return useMutation(
    trpc.company.create.mutationOptions({
      onSuccess: async () => {
        await forgetCompany();
        await reloadMe();
      },
    }),
  );
}

export function useUpdateCompany() {
  return useMutation(trpc.company.update.mutationOptions({ onSuccess: forgetCompany }));
}

export type CompanySearch = NonNullable<Inputs['company']['search']>;
export type CompanyListItem = Outputs['company']['search']['items'][number];
export const companySearchQuery = (search: CompanySearch) => trpc.company.search.queryOptions(search);

export type Logo = { fileName: string; url: string };

/** Sends a logo through the REST door, which takes files. @throws Error with words for the user */
export async function uploadLogo(file: File): Promise<Logo> {
  const body = new FormData();
  body.set('file', file);
  const { file_name: fileName, url } = await sendForm<{ url: string; file_name: string }>('/companies/logo', body);
  return { fileName, url };
}
