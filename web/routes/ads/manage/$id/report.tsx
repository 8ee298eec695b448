import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { reportQuery } from '#web/ads/queries.ts';
import { readSpan, type Span, usualSpan } from '#web/ads/report-span.ts';
import { ReportPage } from '#web/ads/ReportPage.tsx';

function ReportRoute() {
  const { id } = Route.useParams();
  const { days = usualSpan } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return <ReportPage id={id} span={days} onSpan={(next) => void navigate({ search: { days: next }, replace: true })} />;
}

export const Route = createFileRoute('/ads/manage/$id/report')({
  validateSearch: (raw): { days?: Span } => ({ days: readSpan(raw.days) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params, deps: { days = usualSpan } }) =>
    void (await queryClient.ensureQueryData(reportQuery(params.id, days))),
  component: ReportRoute,
});
