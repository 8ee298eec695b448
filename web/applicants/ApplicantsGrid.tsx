import { Box, Button, Group, Switch, Text, Title } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { can } from '#shared/access/access.ts';
import { labelOf, type RequiredExperience, requiredExperiences } from '#shared/catalogues.ts';
import { fullName, listTotal } from '#shared/format.ts';
import type { Filter } from '#shared/lists/list.ts';
import { requiredYears } from '#shared/matching/matching.ts';
import { companyQuery } from '#web/company/queries.ts';
import { isPaid } from '#web/jobs/addons.ts';
import { jobQuery, tagsQuery, type JobDetail } from '#web/jobs/queries.ts';
import { t, writeText } from '#web/texts/app.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { useMe } from '#web/use-me.ts';
import { ApplicantDetail, ApplicantDrawer } from './ApplicantDrawer.tsx';
import { DistancePicture } from './DistancePicture.tsx';
import { applicantColumns, useWalk } from './applicant-columns.tsx';
import { applicantDefaults, applicantsFilter, applicantsQuery } from './queries.ts';

/** `everyone` turns the company's experience filter off. */
export type ApplicantsSearch = GridSearch & { applicant?: string; everyone?: boolean };
type Props = { jobId: string; search: ApplicantsSearch; onSearch: (next: ApplicantsSearch) => void };

/** A job's applicants with filters, sorting, tags and details. New ones appear through the page's live events. */
export function ApplicantsGrid({ jobId, search, onSearch }: Props) {
  const me = useMe();
  const mayEdit = can(me.roles, 'applicants.tag');
  const experience = useExperienceFilter(jobId);
  const only = experience && !search.everyone ? experience.filter : null;
  const query = useQuery({ ...applicantsQuery(jobId, search, only), enabled: experience !== undefined });
  const { data: job } = useQuery(jobQuery(jobId));
  const { data: tags } = useQuery(tagsQuery(job?.companyId));
  const columns = useMemo(() => {
    const choices = (tags ?? []).map(({ text }) => ({ value: text, label: text }));
    return applicantColumns(choices, { jobId, search });
  }, [tags, jobId, search]);
  const { applicant } = search;
  const total = query.data?.pagination.total ?? 0;
  const [isTagging, setIsTagging] = useState(false);
  const show = (id: string | undefined, toTag = false) => {
    setIsTagging(toTag);
    onSearch({ ...search, applicant: id });
  };
  const showEveryone = (everyone: boolean) => onSearch({ ...search, page: undefined, everyone: everyone || undefined });
  const list = useWalk({ opened: applicant, open: (id) => show(id), tag: mayEdit ? (id) => show(id, true) : undefined });
  return (
    <Box component="section" aria-labelledby="applicants" ref={list}>
      <Group justify="space-between" mb="sm">
        <Group gap="xs" align="baseline">
          <Title order={2} size="h3" id="applicants">
            {t('common.applicants')}
          </Title>
          {total > 0 ? (
            <Text span c="dimmed" size="sm" className="tabular">
              {listTotal(total)}
            </Text>
          ) : null}
        </Group>
        <ExportButton
          path={`/jobs/${jobId}/applicants/export`}
          input={{ filters: applicantsFilter(search, only) }}
          total={query.data?.pagination.total}
        />
      </Group>
      <DistancePicture jobId={jobId} search={search} only={experience === undefined ? undefined : only} />
      <DataGrid
        label={t('common.applicants')}
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={applicantDefaults}
        rowName={fullName}
        renderDetail={(row) => <ApplicantDetail jobId={jobId} applicant={row} mayEdit={mayEdit} />}
        onRowClick={(row) => show(row.id)}
        toolbar={
          experience ? (
            <Switch
              label={t('applicants.meetsRequiredExperienceOnlyLabel', { label: experience.label })}
              checked={!search.everyone}
              onChange={(event) => showEveryone(!event.currentTarget.checked)}
            />
          ) : undefined
        }
        empty={
          only ? (
            <EmptyState
              title={t('applicants.noApplicantsMeetExperienceRequirement')}
              icon={<IconUsers size={28} />}
              order={3}
              action={
                <Button variant="default" onClick={() => showEveryone(true)}>
                  {t('applicants.showAllApplicants')}
                </Button>
              }
            >
              {t('applicants.yourCompanysSettingsHideApplicants')}
            </EmptyState>
          ) : (
            <EmptyState title={t('applicants.noApplicantsYet')} icon={<IconUsers size={28} />} order={3}>
              {job ? noApplicantsText(job) : null}
            </EmptyState>
          )
        }
      />
      {applicant ? (
        <ApplicantDrawer
          id={applicant}
          companyId={me.companyId ? undefined : job?.companyId}
          among={query.data?.items ?? []}
          mayEdit={mayEdit}
          isTagging={isTagging}
          onShow={(id) => show(id)}
          onClose={() => show(undefined)}
        />
      ) : null}
    </Box>
  );
}

type Job = Pick<JobDetail, 'status' | 'renewable' | 'addons'>;

/** The text of an empty list, which depends on whether and where drivers can apply (`docs/product/jobs.md#job-states`). */
export function noApplicantsText(job: Job): string {
  switch (job.status) {
    case 'POSTED':
      return isPaid(job.addons, 'hyperlink')
        ? t('applicants.driversApplyOwnSiteSo')
        : t('applicants.newApplicantsAppearHereAutomatically');
    case 'SCHEDULED':
      return t('applicants.driversCanApplyOnceJob');
    case 'PROCESSING_PAYMENT':
      return t('applicants.driversCanApplyAfterPayment');
    case 'DECLINED':
      return t('applicants.thePaymentDeclinedDriversCan');
    case 'INACTIVE':
      return job.renewable ? t('applicants.thisJobHasExpiredSo') : t('applicants.driversCanApplyAfterPay');
    case 'DISABLED':
      return t('applicants.haulboardRemovedJobSoDrivers');
    case 'CLOSED':
      return t('applicants.thisJobClosedSoDrivers');
  }
}

/** Finds applicants with at least the years that a job requires. Applicants who did not answer are left out. */
export function experienceFilter(required: RequiredExperience): Filter | null {
  const years = requiredYears[required];
  if (years === 0) return null;
  const field = 'years_of_experience';
  return {
    or: [
      { field, operator: 'equals', value: years },
      { field, operator: 'greater_than', value: years },
    ],
  };
}

/**
 * The company's experience filter for a job's applicants (`docs/product/companies.md#company-fields`), with its label. Null
 * if the company does not use it or the job requires no experience, undefined while loading.
 */
function useExperienceFilter(jobId: string): { label: string; filter: Filter } | null | undefined {
  const { data: job } = useQuery(jobQuery(jobId));
  const { data: company, isError } = useQuery({ ...companyQuery(job?.companyId), enabled: job !== undefined });
  if (isError) return null;
  if (!job || !company) return undefined;
  const filter = company.experiencedDriverFilter ? experienceFilter(job.requiredExperience) : null;
  return filter && { label: labelOf(requiredExperiences, job.requiredExperience, writeText), filter };
}
