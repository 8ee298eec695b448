import { companyStatuses, companyStatusExplanations, type CompanyStatus, labelOf } from '#shared/catalogues.ts';
import { listedStatusOf, statusExplanations, statusLabels } from '#shared/jobs/jobs.ts';
import { writeText } from '#web/texts/app.ts';
import { StatusBadge } from './StatusBadge.tsx';

/** A job's status, with what it means (`docs/product/jobs.md#job-states`). */
export function JobStatusBadge({ job }: { job: Parameters<typeof listedStatusOf>[0] }) {
  const status = listedStatusOf(job);
  return <StatusBadge status={status} label={writeText(statusLabels[status])} explanation={statusExplanations[status]} />;
}

/** A company's status, with what it means (`docs/product/companies.md#company-status`). */
export function CompanyStatusBadge({ status }: { status: CompanyStatus }) {
  return (
    <StatusBadge
      status={status}
      label={labelOf(companyStatuses, status, writeText)}
      explanation={companyStatusExplanations[status]}
    />
  );
}
