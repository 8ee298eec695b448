import { Grid, Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { can } from '#shared/access/access.ts';
import { cityState } from '#shared/format.ts';
import { statusLabel } from '#shared/jobs/jobs.ts';
import { companyQuery } from '#web/company/queries.ts';
import { useMe } from '#web/use-me.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { CandidatesSection } from './CandidatesSection.tsx';
import { EditLink } from './EditLink.tsx';
import { isEditable } from './job-acts.ts';
import { JobAddressSection } from './JobAddressSection.tsx';
import { JobBillingSection } from './JobBillingSection.tsx';
import { JobContentSection } from './JobContentSection.tsx';
import { JobMenu } from './JobMenu.tsx';
import { JobMoneySection } from './JobMoneySection.tsx';
import { JobNotice } from './JobNotice.tsx';
import { JobTags } from './JobTags.tsx';
import { jobQuery, useLiveJobs } from './queries.ts';
import { StatisticsSection } from './StatisticsSection.tsx';

type Props = {
  id: string;
  /** The list of those who applied. */
  applicants: ReactNode;
};

/** `/company/jobs/{id}/detail`: one job, and who applied. */
export function JobDetailPage({ id, applicants }: Props) {
  const me = useMe();
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const isAnothers = me.companyId === null;
  const { data: company } = useQuery({ ...companyQuery(job.companyId), enabled: isAnothers });
  useLiveJobs(me.companyId);
  const mayEdit = can(me.roles, 'jobs.edit');
  const mayChange = mayEdit && isEditable(job);
  return (
    <>
      <PageHeader
        title={job.title}
        back={{ to: '/company/jobs', label: 'Jobs' }}
        badge={<StatusBadge label={statusLabel(job)} />}
        description={[isAnothers && company?.companyName, cityState(job)].filter(Boolean).join(' · ')}
        actions={<JobMenu job={job} isOnPage />}
      />
      <Stack gap="lg">
        <JobNotice
          job={job}
          mayPay={me.companyId !== null && can(me.roles, 'payment.charge')}
          mayEdit={can(me.roles, 'jobs.edit')}
        />
        {applicants}
        <StatisticsSection id={id} timeZone={job.timeZone} />
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <JobContentSection job={job} action={mayChange ? <EditLink id={id} what="job-content" /> : null} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <Stack gap="lg">
              {can(me.roles, 'applicants.read') ? <CandidatesSection job={job} /> : null}
              <JobAddressSection job={job} action={mayChange ? <EditLink id={id} what="address" /> : null} />
              <JobMoneySection job={job} action={mayChange ? <EditLink id={id} what="addons" /> : null} />
              {can(me.roles, 'payment.read') ? <JobBillingSection job={job} /> : null}
              <Section title="Tags">
                <JobTags job={job} mayEdit={mayEdit} />
              </Section>
            </Stack>
          </Grid.Col>
        </Grid>
      </Stack>
    </>
  );
}
