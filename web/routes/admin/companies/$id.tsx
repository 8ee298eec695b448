import { createFileRoute } from '@tanstack/react-router';
import { EditCompanyPage } from '#web/admin/EditCompanyPage.tsx';
import { companyQuery } from '#web/company/queries.ts';

function EditCompanyRoute() {
  const { id } = Route.useParams();
  return <EditCompanyPage key={id} id={id} />;
}

/** Loaded each time, so that an edit starts from the stored data. */
export const Route = createFileRoute('/admin/companies/$id')({
  loader: async ({ context: { queryClient }, params }) =>
    void (await queryClient.fetchQuery({ ...companyQuery(params.id), staleTime: 0 })),
  component: EditCompanyRoute,
});
