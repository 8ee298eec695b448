import { Anchor, Badge, Group, Text } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { cityState } from '#shared/format.ts';
import { jobFieldsOnList } from '#shared/jobs/job-fields.ts';
import { listedStatuses, listedStatusesOf, statusLabels } from '#shared/jobs/jobs.ts';
import { requiredClassText } from '#shared/jobs/unmet-requirements.ts';
import { requiredClass } from '#shared/matching/matching.ts';
import { fieldText } from '#shared/resource.ts';
import { number } from '#web/browser/format.ts';
import { useOwnCompany } from '#web/company/queries.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { rich, t, writeText } from '#web/texts/app.ts';
import { JobStatusBadge } from '#web/ui/EntityStatus.tsx';
import { type ColumnFilter, toGridColumn, type FilterOption, type GridColumn } from '#web/ui/grid/columns.ts';
import { DateText } from '#web/ui/Values.tsx';
import { renewalAnswer, renewalNote } from './job-actions.ts';
import { type Job, tagsQuery } from './queries.ts';

const statusFilter: ColumnFilter = {
  kind: 'enum',
  options: listedStatuses.map((value) => ({ value, label: writeText(statusLabels[value]) })),
  getOptions: listedStatusesOf,
};

const requisitionColumn: GridColumn<Job> = {
  id: 'requisite_number',
  header: t('jobs.requisition'),
  isSortable: true,
  filter: { kind: 'text' },
  isEmpty: (job) => !job.requisiteNumber,
  cell: (job) => job.requisiteNumber ?? '-',
};

type ListedField = keyof typeof jobFieldsOnList;

/** The column of a field that is shown as text. */
const listedColumn = (name: ListedField): GridColumn<Job> => ({
  ...toGridColumn(name, jobFieldsOnList[name]),
  isEmpty: (job) => job[name] === null,
  cell: (job) => fieldText(jobFieldsOnList[name], job[name], writeText) ?? '-',
});

/** The class that the job requires, chosen or by its type of driving. */
const classColumn: GridColumn<Job> = {
  ...listedColumn('cdlClass'),
  isExtra: true,
  isEmpty: (job) => requiredClass(job) === null,
  cell: (job) => requiredClassText(job, writeText) ?? '-',
};

/** The fields of the list that have no column of their own below. Their columns are hidden until the user chooses them. */
const {
  jobType: _jobType,
  cdlClass: _cdlClass,
  requisiteNumber: _requisiteNumber,
  autoRenew: _autoRenew,
  ...otherListFields
} = jobFieldsOnList;
const otherFields = Object.keys(otherListFields) as (keyof typeof otherListFields)[];

/** The company's column, for lists with the jobs of all companies. */
const companyColumn: GridColumn<Job> = {
  id: 'company',
  header: t('ui.company'),
  cell: (job) => job.companyName ?? '-',
};

type ExtraColumns = { hasRequisitionNumbers: boolean; isForAllCompanies: boolean };

/**
 * The columns of the job list (`docs/product/jobs.md#job-list`). Each id is the API's field name, which sorting and filters
 * use.
 */
function jobColumns(
  tags: readonly FilterOption[],
  { hasRequisitionNumbers, isForAllCompanies }: ExtraColumns,
): GridColumn<Job>[] {
  return [
    {
      id: 'title',
      header: t('common.job'),
      cardRole: 'title',
      width: '15rem',
      isSortable: true,
      cell: (job) => (
        <>
          <Anchor
            fw={600}
            size="sm"
            renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id: job.id }} />}
          >
            {job.title}
          </Anchor>
          <Text span display="block" size="xs" c="dimmed" fw={400}>
            {cityState(job)}
          </Text>
        </>
      ),
    },
    ...(isForAllCompanies ? [companyColumn] : []),
    ...(hasRequisitionNumbers ? [requisitionColumn] : []),
    { ...listedColumn('jobType'), header: t('common.type'), isExtra: hasRequisitionNumbers || isForAllCompanies },
    classColumn,
    {
      id: 'status',
      header: t('common.status'),
      isSortable: true,
      filter: statusFilter,
      cell: (job) => <JobStatusBadge job={job} />,
    },
    { id: 'applicants', header: t('common.applicants'), cell: (job) => <Applicants job={job} /> },
    {
      id: 'total_candidates',
      header: t('common.candidates'),
      isShort: true,
      isEmpty: (job) => job.totalCandidates === null,
      cell: (job) => <Candidates job={job} />,
    },
    {
      id: 'posting_date',
      header: t('common.posted'),
      isShort: true,
      isSortable: true,
      filter: { kind: 'date' },
      isEmpty: (job) => !job.postingDate,
      cell: (job) => <DateText value={job.postingDate} zone={job.timeZone} />,
    },
    {
      id: 'next_billing_date',
      header: t('common.nextBilling'),
      isExtra: true,
      isShort: true,
      isSortable: true,
      filter: { kind: 'date' },
      isEmpty: (job) => !job.nextBillingDate,
      cell: (job) => <DateText value={job.nextBillingDate} zone={job.timeZone} />,
    },
    {
      id: 'expiration_date',
      header: t('common.expires'),
      isShort: true,
      isSortable: true,
      filter: { kind: 'date' },
      isEmpty: (job) => !job.expirationDate,
      cell: (job) => <DateText value={job.expirationDate} zone={job.timeZone} />,
    },
    {
      id: 'auto_renew',
      header: t('common.renewal'),
      filter: { kind: 'flag' },
      cell: (job) => <Renewal job={job} />,
    },
    {
      id: 'renewal_failing',
      header: t('jobs.failedRenewal'),
      isExtra: true,
      filter: { kind: 'flag' },
      isEmpty: (job) => !job.renewalFailing,
      cell: (job) => (job.renewalFailing ? t('common.yes') : '-'),
    },
    {
      id: 'boost_active',
      header: t('common.boost'),
      isExtra: true,
      filter: { kind: 'flag' },
      isEmpty: (job) => !job.boostActive,
      cell: (job) =>
        job.boostActive ? (
          <Badge color="navy" tt="none" leftSection={<IconRocket size={12} aria-hidden />}>
            {t('labels.days', { count: job.boostRemainingDays })}
          </Badge>
        ) : (
          '-'
        ),
    },
    {
      id: 'tag',
      header: t('common.tags'),
      isExtra: true,
      filter: { kind: 'tag', options: tags },
      isEmpty: (job) => job.tags.length === 0,
      cell: (job) => <Tags job={job} />,
    },
    ...otherFields.map((name) => ({ ...listedColumn(name), isExtra: true })),
  ];
}

/** The number of applicants, with a link to them. */
function Applicants({ job }: { job: Job }) {
  const isNew = job.todayApplicants > 0;
  return (
    <Anchor
      size="sm"
      className="tabular"
      style={{ whiteSpace: 'nowrap' }}
      renderRoot={(props) => (
        <Link {...props} to="/company/jobs/$id/detail" params={{ id: job.id }} search={{ tab: 'applicants' }} />
      )}
    >
      {rich('jobs.applicantsTotalAndToday', {
        totalApplicants: number(job.totalApplicants),
        todayApplicants: number(job.todayApplicants),
        b: (content) => (
          <Text span display="block" size="xs" c={isNew ? undefined : 'dimmed'} fw={isNew ? 650 : 400}>
            {content}
          </Text>
        ),
      })}
    </Anchor>
  );
}

/** The number of candidates at the last count, with a link to them. */
function Candidates({ job: { id, totalCandidates } }: { job: Job }) {
  if (totalCandidates === null) return '-';
  return (
    <Anchor
      size="sm"
      className="tabular"
      renderRoot={(props) => <Link {...props} to="/company/jobs/$id/candidates" params={{ id }} />}
    >
      {number(totalCandidates)}
    </Anchor>
  );
}

/** Says whether the job renews automatically. If it does not, a note gives the reason or says that it can be renewed. */
function Renewal({ job }: { job: Job }) {
  const note = renewalNote(job);
  return (
    <Text span size="sm" style={{ whiteSpace: 'nowrap' }}>
      {renewalAnswer(job)}
      {note ? (
        <Text span display="block" size="xs" c={job.renewalFailing ? 'red' : 'dimmed'} maw="7rem" truncate title={note}>
          {note}
        </Text>
      ) : null}
    </Text>
  );
}

function Tags({ job }: { job: Job }) {
  if (job.tags.length === 0) return '-';
  return (
    <Group gap={4} component="span">
      {job.tags.map(({ id, text }) => (
        <Badge key={id} component="span" variant="default" tt="none" fw={500}>
          {text}
        </Badge>
      ))}
    </Group>
  );
}

/**
 * The columns of the job list, with the company's own tags, its requisition numbers if it uses them
 * (`docs/product/companies.md#company-fields`), and the company's name in lists of all companies.
 */
export function useJobColumns(companyId: string | undefined): GridColumn<Job>[] {
  const me = useMe();
  const { data: tags } = useQuery(tagsQuery(companyId ?? me.companyId));
  const hasRequisitionNumbers = useOwnCompany()?.enableRequisiteNumbers ?? false;
  const isForAllCompanies = me.companyId === null && companyId === undefined;
  return useMemo(
    () =>
      jobColumns(
        (tags ?? []).map(({ id, text }) => ({ value: id, label: text })),
        { hasRequisitionNumbers, isForAllCompanies },
      ),
    [tags, hasRequisitionNumbers, isForAllCompanies],
  );
}
