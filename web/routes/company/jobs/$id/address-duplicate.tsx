import { createFileRoute } from '@tanstack/react-router';
import { readCopy } from '#web/browser/search-params.ts';
import { DuplicateAddressStep } from '#web/jobs/DuplicateFrame.tsx';
import { jobQuery } from '#web/jobs/queries.ts';

function DuplicateRoute() {
  const { id } = Route.useParams();
  const { copy } = Route.useSearch();
  return copy ? <DuplicateAddressStep key={copy} id={id} copyId={copy} /> : null;
}

/** Works on the copy that the first step created (`docs/product/jobs.md#duplicating-a-job`). */
export const Route = createFileRoute('/company/jobs/$id/address-duplicate')({
  validateSearch: readCopy,
  loaderDeps: ({ search: { copy } }) => ({ copy }),
  loader: async ({ context: { queryClient }, params: { id }, deps: { copy } }) => {
    await (await import('#web/jobs/duplicate.ts')).requireCopy(id, copy);
    await queryClient.ensureQueryData(jobQuery(id));
  },
  component: DuplicateRoute,
});
