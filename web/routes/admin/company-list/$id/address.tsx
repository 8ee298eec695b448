import { createFileRoute } from '@tanstack/react-router';
import { EditAddressPage } from '#web/jobs/EditAddressPage.tsx';
import { jobQuery } from '#web/jobs/queries.ts';
import { t } from '#web/texts/app.ts';

function EditRoute() {
  const { id } = Route.useParams();
  return <EditAddressPage key={id} id={id} back={{ to: '/admin/company-list', label: t('common.companyList') }} />;
}

/** Changes the address of any company's job, for administrators. */
export const Route = createFileRoute('/admin/company-list/$id/address')({
  loader: async ({ context: { queryClient }, params }) =>
    void (await queryClient.fetchQuery({ ...jobQuery(params.id), staleTime: 0 })),
  component: EditRoute,
});
