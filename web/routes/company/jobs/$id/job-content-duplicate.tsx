import { createFileRoute } from '@tanstack/react-router';
import { readCopy } from '#web/browser/search-params.ts';
import { DuplicateContentStep } from '#web/jobs/DuplicateFrame.tsx';
import { jobQuery } from '#web/jobs/queries.ts';

function DuplicateRoute() {
  const { id } = Route.useParams();
  const { copy } = Route.useSearch();
  return <DuplicateContentStep key={`${id} ${copy}`} id={id} copyId={copy} />;
}

/**
 * Starts a duplicate of the job. With `?copy=` it continues with the copy that was created
 * (`docs/product/jobs.md#duplicating-a-job`).
 */
export const Route = createFileRoute('/company/jobs/$id/job-content-duplicate')({
  validateSearch: readCopy,
  loaderDeps: ({ search: { copy } }) => ({ copy }),
  loader: async ({ context: { queryClient }, params: { id }, deps: { copy } }) => {
    await queryClient.fetchQuery({ ...jobQuery(id), staleTime: 0 });
    if (copy) await (await import('#web/jobs/duplicate.ts')).requireCopy(id, copy);
  },
  component: DuplicateRoute,
});
