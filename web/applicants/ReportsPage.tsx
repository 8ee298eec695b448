import { Box, Group, Progress, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { maxReportDays, shareOf } from '#shared/applicants/report.ts';
import { applicationSources, notAFitReasons, type StageSettings } from '#shared/applicants/stages.ts';
import { labelOf } from '#shared/catalogues.ts';
import { calendarDate } from '#shared/format.ts';
import { daysBetween, zoneName } from '#shared/time-zone.ts';
import { number, percent } from '#web/browser/format.ts';
import type { ReportPeriodSearch } from '#web/browser/search-params.ts';
import { JobSelect } from '#web/jobs/JobSelect.tsx';
import { t, writeText } from '#web/texts/app.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { DetailList, Section } from '#web/ui/Section.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { stagesQuery, hiringReportJobsQuery, hiringReportQuery, type HiringReport } from './queries.ts';
import { dollarsText, reportColumns } from './report-columns.tsx';
import { stageText } from './StageMenu.tsx';

export type ReportsSearch = GridSearch & ReportPeriodSearch & { job?: string | undefined };

type Props = {
  search: ReportsSearch;
  onSearch: (next: ReportsSearch) => void;
  /** The company that an administrator chose. */
  companyId: string | undefined;
};

/** `/company/reports`: funnel, first response, sources and costs of a period (`docs/product/applicants-and-matching.md#reports`). */
export function ReportsPage({ search, onSearch, companyId }: Props) {
  const { days, from, to, job: jobId } = search;
  const filters = { companyId, jobId, days, from, to };
  const query = useQuery(hiringReportQuery(filters));
  const jobsQuery = useQuery(hiringReportJobsQuery(filters, search));
  const { data: settings } = useQuery(stagesQuery(companyId));
  const { data: report } = query;
  const zone = report && writeText(zoneName(report.timeZone));
  return (
    <>
      <PageHeader
        title={t('reports.reports')}
        description={
          report &&
          t('reports.reportDescription', { from: calendarDate(report.from), to: calendarDate(report.to), zone: zone ?? '' })
        }
        actions={<ExportButton path="/reports/hiring/jobs/export" input={filters} total={jobsQuery.data?.pagination.total} />}
      />
      <Stack gap="lg">
        <ReportFilters search={search} onSearch={onSearch} companyId={companyId} period={report} />
        <Report query={query} settings={settings} />
        <Box component="section" aria-labelledby="by-job">
          <Title order={2} size="h3" id="by-job" mb="sm">
            {t('reports.byJob')}
          </Title>
          <DataGrid
            label={t('reports.byJob')}
            columns={reportColumns({ report, settings, companyId })}
            query={jobsQuery}
            search={search}
            onSearch={(gridSearch) => onSearch({ ...gridSearch, days, from, to, job: jobId })}
            defaults={{ sort: '-applicants' }}
            getRowName={({ title }) => title}
            empty={<EmptyState title={t('reports.noJobsInPeriod')} icon={<IconChartBar size={28} />} order={3} />}
          />
        </Box>
      </Stack>
    </>
  );
}

/** Selects the report's period and job. */
function ReportFilters({ search, onSearch, companyId, period }: Props & { period: DateRange | undefined }) {
  const hasChosenDates = search.from !== undefined && search.to !== undefined;
  const selectPeriod = (newPeriod: ReportPeriodSearch) =>
    onSearch({ ...search, page: undefined, days: undefined, from: undefined, to: undefined, ...newPeriod });
  return (
    <Group gap="md" align="flex-end">
      <SegmentedControl
        aria-label={t('reports.period')}
        value={hasChosenDates ? 'dates' : String(search.days ?? 30)}
        onChange={(value) => {
          if (value !== 'dates') selectPeriod({ days: value === '90' ? 90 : value === '365' ? 365 : undefined });
          else if (period) selectPeriod({ from: period.from, to: period.to });
        }}
        data={[
          { value: '30', label: t('reports.thirtyDays') },
          { value: '90', label: t('reports.ninetyDays') },
          { value: '365', label: t('reports.twelveMonths') },
          { value: 'dates', label: t('reports.chooseDates') },
        ]}
      />
      {hasChosenDates ? (
        <DateFields key={`${search.from} ${search.to}`} from={search.from ?? ''} to={search.to ?? ''} onChange={selectPeriod} />
      ) : null}
      <JobSelect companyId={companyId} value={search.job} onChange={(job) => onSearch({ ...search, page: undefined, job })} />
    </Group>
  );
}

type DateRange = { from: string; to: string };

/** While the entered dates are not a valid period, the report does not change. */
function DateFields({ from, to, onChange }: DateRange & { onChange: (dates: DateRange) => void }) {
  const [enteredDates, setEnteredDates] = useState({ from, to });
  const validateDates = (dates: DateRange) => {
    if (!dates.from || !dates.to) return t('jobs.chooseBothDates');
    if (dates.from > dates.to) return t('errors.startAfterEnd');
    return daysBetween(dates.from, dates.to) >= maxReportDays ? t('errors.dateRangeTooLong') : null;
  };
  const enterDates = (dates: DateRange) => {
    setEnteredDates(dates);
    if (!validateDates(dates)) onChange(dates);
  };
  return (
    <Group gap="sm" align="flex-start">
      <TextInput
        type="date"
        label={t('common.from')}
        value={enteredDates.from}
        error={validateDates(enteredDates)}
        onChange={(event) => enterDates({ ...enteredDates, from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('common.to')}
        value={enteredDates.to}
        onChange={(event) => enterDates({ ...enteredDates, to: event.currentTarget.value })}
      />
    </Group>
  );
}

type ReportProps = {
  query: { data: HiringReport | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  settings: StageSettings | undefined;
};

function Report({ query, settings }: ReportProps) {
  const { data: report, error } = query;
  if (error) return <ErrorState error={error} onRetry={() => query.refetch()} isRetrying={query.isFetching} />;
  if (!report) return <Skeleton h={420} {...asStatus(t('reports.loading'))} />;
  if (report.applicants === 0 && report.costCents === 0)
    return (
      <EmptyState title={t('reports.noApplications')} icon={<IconChartBar size={28} />}>
        {t('reports.noApplicationsHint')}
      </EmptyState>
    );
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" aria-busy={query.isFetching}>
      <FunnelSection report={report} settings={settings} />
      <Stack gap="lg">
        <ResponseSection report={report} />
        <CostSection report={report} />
      </Stack>
      <SourcesSection report={report} />
      <ReasonsSection report={report} />
    </SimpleGrid>
  );
}

type BarProps = { label: string; value: number; max: number; note: ReactNode };

function Bar({ label, value, max, note }: BarProps) {
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm">{label}</Text>
        <Text size="sm" className="tabular">
          {note}
        </Text>
      </Group>
      <Progress value={max > 0 ? (value / max) * 100 : 0} color="navy.5" size="lg" aria-hidden />
    </div>
  );
}

function CountNote({ count, children }: { count: number; children?: ReactNode }) {
  return (
    <>
      <b>{number(count)}</b>
      {children ? (
        <Text span size="sm" c="dimmed">
          {' '}
          {children}
        </Text>
      ) : null}
    </>
  );
}

function FunnelSection({ report, settings }: { report: HiringReport; settings: StageSettings | undefined }) {
  return (
    <Section title={t('reports.funnel')} description={t('reports.funnelDescription')}>
      <Stack gap="sm">
        {report.funnel.map(({ stage, applicants, shareOfPrevious }) => (
          <Bar
            key={stage}
            label={stageText(settings, stage)}
            value={applicants}
            max={report.applicants}
            note={
              <CountNote count={applicants}>
                {shareOfPrevious === null || applicants === 0
                  ? null
                  : t('reports.shareOfPrevious', { share: percent(shareOfPrevious) })}
              </CountNote>
            }
          />
        ))}
      </Stack>
    </Section>
  );
}

/** The duration in hours, or in days from two days on. */
function durationText(hours: number | null): string {
  if (hours === null) return '-';
  if (hours < 48) return t('common.hours', { hours: Math.round(hours * 10) / 10 });
  return t('reports.days', { days: Math.round((hours / 24) * 10) / 10 });
}

function ResponseSection({ report }: { report: HiringReport }) {
  const { unanswered, measured } = report;
  const share = shareOf(unanswered, measured);
  return (
    <Section title={t('reports.firstResponse')} description={t('reports.firstResponseDescription')}>
      <DetailList
        cols={3}
        items={[
          [t('reports.medianResponse'), durationText(report.medianResponseHours)],
          [t('reports.slowResponse'), durationText(report.slowResponseHours)],
          [
            t('reports.unansweredShare'),
            share === null ? '-' : t('reports.countAndShare', { count: number(unanswered), share: percent(share) }),
          ],
        ]}
      />
    </Section>
  );
}

function CostSection({ report }: { report: HiringReport }) {
  return (
    <Section title={t('common.cost')} description={t('reports.costsDescription')}>
      <DetailList
        cols={3}
        items={[
          [t('common.cost'), dollarsText(report.costCents)],
          [t('reports.costPerApplicant'), dollarsText(report.costPerApplicantCents)],
          [t('reports.costPerHire'), dollarsText(report.costPerHireCents)],
        ]}
      />
    </Section>
  );
}

function SourcesSection({ report }: { report: HiringReport }) {
  return (
    <Section title={t('reports.sources')} description={t('reports.sourcesDescription')}>
      <Stack gap="sm">
        {report.sources.map(({ source, applicants, hires }) => (
          <Bar
            key={source}
            label={labelOf(applicationSources, source, writeText)}
            value={applicants}
            max={report.applicants}
            note={t('reports.applicantsAndHires', { applicants, hires })}
          />
        ))}
        {report.invitations > 0 ? (
          <Text size="sm" c="dimmed">
            {t('reports.invitedCount', { count: report.invitations })}
          </Text>
        ) : null}
      </Stack>
    </Section>
  );
}

function ReasonsSection({ report }: { report: HiringReport }) {
  const { notAFit, withdrawn } = report;
  const reasons = report.reasons.filter(({ applicants }) => applicants > 0);
  return (
    <Section title={t('reports.notHiredTitle')}>
      <Stack gap="sm">
        <Box>
          <DetailList
            items={[
              [t('common.notAFit'), number(notAFit)],
              [t('hiring.stageWithdrawn'), number(withdrawn)],
            ]}
          />
        </Box>
        {reasons.map(({ reason, applicants }) => (
          <Bar
            key={reason}
            label={labelOf(notAFitReasons, reason, writeText)}
            value={applicants}
            max={notAFit}
            note={<CountNote count={applicants} />}
          />
        ))}
      </Stack>
    </Section>
  );
}
