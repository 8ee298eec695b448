import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { reportQuery } from '#web/ads/queries.ts';
import { ReportPage } from '#web/ads/ReportPage.tsx';
import { readReportSpan, type ReportSpan, defaultReportSpan } from '#web/browser/search-params.ts';

function ReportRoute() {
  const { id } = Route.useParams();
  const { days = defaultReportSpan } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return <ReportPage id={id} span={days} onSpan={(next) => void navigate({ search: { days: next }, replace: true })} />;
}

export const Route = createFileRoute('/ads/manage/$id/report')({
  validateSearch: (raw): { days?: ReportSpan } => ({ days: readReportSpan(raw.days) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params, deps: { days = defaultReportSpan } }) =>
    void (await queryClient.ensureQueryData(reportQuery(params.id, days))),
  component: ReportRoute,
});
