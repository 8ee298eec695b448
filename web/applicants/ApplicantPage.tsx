import { Anchor, Grid, Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { fullName } from '#shared/format.ts';
import { titleWithPlace } from '#shared/jobs/title-with-place.ts';
import { queryClient } from '#web/api/query-client.ts';
import { jobQuery, useLiveJobs } from '#web/jobs/queries.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { ApplicantDetail } from './ApplicantDetail.tsx';
import { ApplicantPanels } from './ApplicantPanels.tsx';
import type { ApplicantPageSearch, ApplicantsSearch } from './applicants-search.ts';
import { ApplicantSteps, getPagePosition } from './ApplicantSteps.tsx';
import { ApplicantFit, ApplicantHeader, OtherApplications } from './ApplicantWork.tsx';
import type { ApplicantPanel } from './panels.ts';
import { type Applicant, applicantQuery, type ApplicantSource, companyApplicantDefaults, listPageQuery } from './queries.ts';
import { useJobSource } from './use-job-source.ts';

type Props = {
  id: string;
  search: ApplicantPageSearch;
  onPanelChange: (panel: ApplicantPanel | undefined) => void;
  /** Opens another applicant, who is on this page of the list. */
  onStep: (id: string, page: number | undefined) => void;
};

/** `/company/applicants/{id}`: one applicant with contact details, answers, fit with the job, timeline, messages and interviews. */
export function ApplicantPage({ id, search, onPanelChange, onStep }: Props) {
  const me = useMe();
  const { data: applicant } = useSuspenseQuery(applicantQuery(id));
  const mayEdit = can(me.roles, 'applicants.tag') && applicant.stage !== 'withdrawn';
  const { data: job } = useQuery({ ...jobQuery(applicant.job.id), enabled: me.companyId === null });
  useLiveJobs(me.companyId);
  const companyId = me.companyId ? undefined : job?.companyId;
  return (
    <>
      <PageHeader
        title={fullName(applicant)}
        back={{
          ...(search.list === 'job'
            ? { to: `/company/jobs/${applicant.job.id}/detail`, search: getListSearch(search) }
            : { to: '/company/applicants', search: { ...getListSearch(search), company: companyId } }),
          label: t('common.applicants'),
        }}
        actions={steps()}
      />
      <Grid gap="lg" key={id}>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Section title={t('common.application')} description={<JobLink job={applicant.job} />}>
            <Stack gap="lg">
              <ApplicantHeader applicant={applicant} companyId={companyId} mayEdit={mayEdit} />
              <OtherApplications applicantId={applicant.id} />
              <ApplicantPanels
                applicant={applicant}
                companyId={companyId}
                mayEdit={mayEdit}
                panel={search.panel}
                onPanelChange={onPanelChange}
              />
            </Stack>
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Section>
            <Stack gap="lg">
              <ApplicantDetail jobId={applicant.job.id} applicant={applicant} mayEdit={mayEdit} />
              <ApplicantFit applicant={applicant} mayEdit={mayEdit} />
            </Stack>
          </Section>
        </Grid.Col>
      </Grid>
    </>
  );

  function steps() {
    if (!search.list || (me.companyId === null && companyId === undefined)) return null;
    const stepProps = { applicant, search, onStep };
    return search.list === 'job' ? (
      <StepsThroughJob {...stepProps} />
    ) : (
      <StepsThroughList {...stepProps} source={{ companyId, baseFilter: null, defaults: companyApplicantDefaults }} />
    );
  }
}

/** The search of the list that the applicant was opened from. */
function getListSearch({ list: _list, panel: _panel, column, page, ...search }: ApplicantPageSearch): ApplicantsSearch {
  return { ...search, page: column ? undefined : page };
}

type StepsProps = { applicant: Applicant; search: ApplicantPageSearch; onStep: Props['onStep'] };

function StepsThroughJob(props: StepsProps) {
  const { source, isReady } = useJobSource(props.applicant.job.id, props.search);
  return isReady ? <StepsThroughList {...props} source={source} /> : null;
}

function StepsThroughList({ applicant, search, source, onStep }: StepsProps & { source: ApplicantSource }) {
  const { data } = useQuery(listPageQuery(source, search));
  if (!data) return null;
  const open = (next: Applicant, page: number | undefined) => {
    // The row of the list is shown while the applicant is loaded.
    const { queryKey } = applicantQuery(next.id);
    if (!queryClient.getQueryData(queryKey)) queryClient.setQueryData(queryKey, next, { updatedAt: 0 });
    onStep(next.id, page);
  };
  return (
    <ApplicantSteps
      id={applicant.id}
      applicants={data.items}
      pagePosition={getPagePosition({ source, search, total: data.pagination.total, onOpen: open })}
      onSelect={(next) => open(next, search.page)}
    />
  );
}

function JobLink({ job }: { job: Applicant['job'] }) {
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id: job.id }} />}>
      {titleWithPlace(job)}
    </Anchor>
  );
}
