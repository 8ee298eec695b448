import { useMutation } from '@tanstack/react-query';
import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc, trpcClient } from '#web/api/trpc.ts';
import { sendForm } from '#web/session/authorized-fetch.ts';

/** The company's public page. This file is separate from `queries.ts`, which the first load of the app has. */
export type CompanyPage = Outputs['companyPage']['get'];
export type CarrierCheck = NonNullable<CompanyPage['check']>;
export type CompanyPhoto = CompanyPage['photos'][number];

/** The page of the user's own company or, for administrators, of the company with the given id. */
export const companyPageQuery = (companyId?: string) =>
  trpc.companyPage.get.queryOptions(companyId ? { companyId } : undefined, { staleTime: 0 });
export const readCompanyPage = (companyId?: string) => trpcClient.companyPage.get.query(companyId ? { companyId } : undefined);

const onSuccess = () => queryClient.invalidateQueries(trpc.companyPage.pathFilter());
export const useUpdateCompanyPage = () => useMutation(trpc.companyPage.update.mutationOptions({ onSuccess }));
export const useCheckCarrier = () => useMutation(trpc.companyPage.checkCarrier.mutationOptions({ onSuccess }));
export const useDecideCheck = () => useMutation(trpc.companyPage.decide.mutationOptions({ onSuccess }));

export const waitingChecksQuery = () => trpc.companyPage.waiting.queryOptions({ limit: 20 }, { staleTime: 0 });

/**
 * Uploads a photo through the REST API. It is on the page once the page is saved with it.
 * @throws Error with a message for the user
 */
export async function uploadPhoto(file: File, companyId: string | undefined): Promise<Omit<CompanyPhoto, 'alt'>> {
  const body = new FormData();
  if (companyId) body.set('company_id', companyId);
  body.set('file', file);
  type Answer = { file_name: string; url: string; width: number; height: number };
  const { file_name: fileName, ...photo } = await sendForm<Answer>('/companies/profile/photos', body);
  return { fileName, ...photo };
}
