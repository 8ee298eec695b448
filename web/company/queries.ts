import { useMutation } from '@tanstack/react-query';
import { messages } from '#shared/messages.ts';
import { reloadMe } from '#web/me.ts';
import { freshToken } from '#web/refresh.ts';
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
  const response = await fetch('/api/1.0/companies/logo', {
    method: 'POST',
    headers: { authorization: `Bearer ${(await freshToken()) ?? ''}` },
    body,
  }).catch(() => null);
  if (!response) throw new Error(messages.noConnection);
  const answer = (await response.json().catch(() => null)) as {
    data?: { url: string; file_name: string };
    message?: string;
  } | null;
  if (!response.ok || !answer?.data) throw new Error(answer?.message ?? messages.internal);
  return { fileName: answer.data.file_name, url: answer.data.url };
}
