import { Anchor, Grid, Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { fullName } from '#shared/format.ts';
import { titleWithPlace } from '#shared/jobs/title-with-place.ts';
import { jobQuery, useLiveJobs } from '#web/jobs/queries.ts';
import { t } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { useMe } from '#web/use-me.ts';
import { ApplicantDetail } from './ApplicantDetail.tsx';
import { ApplicantPanels } from './ApplicantPanels.tsx';
import { ApplicantFit, ApplicantHeader, OtherApplications } from './ApplicantWork.tsx';
import type { ApplicantPanel } from './panels.ts';
import { type Applicant, applicantQuery } from './queries.ts';

type Props = { id: string; panel: ApplicantPanel | undefined; onPanelChange: (panel: ApplicantPanel | undefined) => void };

/** `/company/applicants/{id}`: one applicant with contact details, answers, fit with the job, timeline, messages and interviews. */
export function ApplicantPage({ id, panel, onPanelChange }: Props) {
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
          to: companyId ? `/company/applicants?company=${companyId}` : '/company/applicants',
          label: t('common.applicants'),
        }}
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Section title={t('applicants.application')} description={<JobLink job={applicant.job} />}>
            <Stack gap="lg">
              <ApplicantHeader applicant={applicant} companyId={companyId} mayEdit={mayEdit} />
              <OtherApplications applicantId={applicant.id} />
              <ApplicantPanels
                applicant={applicant}
                companyId={companyId}
                mayEdit={mayEdit}
                panel={panel}
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
}

function JobLink({ job }: { job: Applicant['job'] }) {
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id: job.id }} />}>
      {titleWithPlace(job)}
    </Anchor>
  );
}
