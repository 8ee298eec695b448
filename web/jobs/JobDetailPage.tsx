import { Grid, Stack, Button, Group, Text, Anchor, Pill, Tabs } from '@mantine/core';
import { IconExternalLink, IconMapPin, IconPencil, IconStars } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { can } from '#shared/access/access.ts';
import { cityState } from '#shared/format.ts';
import { type JobFieldName, jobFields } from '#shared/jobs/job-fields.ts';
import { payText } from '#shared/jobs/public-job.ts';
import { candidateCountText } from '#shared/matching/candidate.ts';
import { type Field, fieldText } from '#shared/resource.ts';
import { errorText } from '#web/api/errors.ts';
import { money } from '#web/browser/format.ts';
import { publicLink } from '#web/browser/language.ts';
import { type JobTab, jobTabs } from '#web/browser/search-params.ts';
import { companyQuery } from '#web/company/queries.ts';
import { PlaceMap, placeOnMap } from '#web/places/PlaceMap.tsx';
import { RichText } from '#web/rich-text/RichText.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { JobStatusBadge } from '#web/ui/EntityStatus.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section, DetailList } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { VideoPlayer } from '#web/uploads/VideoField.tsx';
import { classByTypeText } from './class-words.ts';
import { isEditable } from './job-actions.ts';
import { JobBillingSection, JobMoneySection, JobNotice } from './JobDetailSections.tsx';
import { JobMenu } from './JobMenu.tsx';
import { JobQuestions } from './JobQuestions.tsx';
import { jobQuery, useLiveJobs, type JobDetail, useTagJob, useUntagJob } from './queries.ts';
import { StatisticsSection } from './StatisticsSection.tsx';
import { TagInput } from './TagInput.tsx';

/** Fields that the page shows elsewhere, or as part of another field. */
const separatelyShownFields = [
  'title',
  'jobDescription',
  'salaryType',
  'videoUrl',
  'tags',
  'postingDay',
  'autoRenew',
  'screeningQuestions',
] as const;
type SeparatelyShownField = (typeof separatelyShownFields)[number];
type DetailFieldName = Exclude<JobFieldName, SeparatelyShownField>;

const detailFieldNames = (Object.keys(jobFields) as JobFieldName[]).filter(
  (name): name is DetailFieldName => !(separatelyShownFields as readonly string[]).includes(name),
);

const bonusText = (dollars: number) => (dollars > 0 ? money(dollars, true) : null);

const getHeading = ({ label, heading = label }: Field) => writeText(heading);

function detailText(job: JobDetail, name: DetailFieldName): string | null {
  if (name === 'expectedPay') {
    const pay = payText(job.expectedPay, job.salaryType);
    return pay && writeText(pay);
  }
  if (name === 'signonBonus' || name === 'startingBonus') return bonusText(job[name]);
  if (name === 'cdlClass' && job.cdlClass === null) return classByTypeText(job.jobType);
  return fieldText(jobFields[name], job[name], writeText);
}

/** The part of the job that drivers read. */
function JobContentSection({ job }: { job: JobDetail }) {
  return (
    <Section title={t('jobs.jobContent')}>
      <Stack gap="lg">
        <DetailList
          items={detailFieldNames
            .filter((name) => name !== 'requisiteNumber' || job.requisiteNumber)
            .map((name) => [getHeading(jobFields[name]), detailText(job, name)])}
        />
        <JobDescription html={job.jobDescription} />
        {job.videoUrl ? <VideoPlayer url={job.videoUrl} label={t('common.videoAboutThisJob')} /> : null}
      </Stack>
    </Section>
  );
}

const editPages = {
  'job-content': { to: '/company/jobs/$id/job-content', label: t('jobs.editJob'), Icon: IconPencil },
  addons: { to: '/company/jobs/$id/addons', label: t('jobs.editAddOns'), Icon: IconStars },
  address: { to: '/company/jobs/$id/address', label: t('common.changeLocation'), Icon: IconMapPin },
} as const;

/** A link from a section of the page to the screen that edits it. */
function EditLink({ id, page, size = 'xs' }: { id: string; page: keyof typeof editPages; size?: 'xs' | 'sm' }) {
  const { to, label, Icon } = editPages[page];
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<Icon size={14} aria-hidden />}
      renderRoot={(props) => <Link {...props} to={to} params={{ id }} />}
    >
      {label}
    </Button>
  );
}

const tabLabels: Readonly<Record<JobTab, string>> = {
  applicants: t('common.applicants'),
  statistics: t('jobs.statistics'),
  posting: t('jobs.posting'),
  billing: t('common.billing'),
};

type Props = {
  id: string;
  tab: JobTab;
  onTab: (tab: JobTab) => void;
  /** The list of applicants. */
  applicants: ReactNode;
};

/** `/company/jobs/{id}/detail`: one job and its applicants. */
export function JobDetailPage({ id, tab, onTab, applicants }: Props) {
  const me = useMe();
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const isAdminView = me.companyId === null;
  const { data: company } = useQuery({ ...companyQuery(job.companyId), enabled: isAdminView });
  useLiveJobs(me.companyId);
  const mayEdit = can(me.roles, 'jobs.edit');
  const canEditJob = mayEdit && isEditable(job);
  return (
    <>
      <PageHeader
        title={job.title}
        back={{ to: '/company/jobs', label: t('common.jobs') }}
        badge={<JobStatusBadge job={job} />}
        description={[isAdminView && company?.companyName, cityState(job)].filter(Boolean).join(' · ')}
        actions={
          <>
            {job.status === 'POSTED' ? <PublicPageButton id={id} /> : null}
            {canEditJob ? <EditLink id={id} page="job-content" size="sm" /> : null}
            <JobMenu job={job} isOnPage />
          </>
        }
      />
      <Stack gap="lg">
        <JobNotice
          job={job}
          mayPay={me.companyId !== null && can(me.roles, 'payment.charge')}
          mayEdit={can(me.roles, 'jobs.edit')}
        />
        <Tabs value={tab} onChange={(next) => onTab(jobTabs.find((one) => one === next) ?? 'applicants')} keepMounted={false}>
          <Tabs.List mb="lg" aria-label={job.title}>
            {jobTabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {tabLabels[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="applicants">
            <Stack gap="lg">
              {applicants}
              {can(me.roles, 'applicants.read') ? <CandidatesSection job={job} /> : null}
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="statistics">
            <StatisticsSection id={id} timeZone={job.timeZone} />
          </Tabs.Panel>
          <Tabs.Panel value="posting">
            <Grid gap="lg">
              <Grid.Col span={{ base: 12, lg: 8 }}>
                <Stack gap="lg">
                  <JobContentSection job={job} />
                  <JobQuestions questions={job.screeningQuestions} />
                </Stack>
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 4 }}>
                <Stack gap="lg">
                  <JobAddressSection job={job} action={canEditJob ? <EditLink id={id} page="address" /> : null} />
                  <Section title={t('common.tags')}>
                    <JobTags job={job} mayEdit={mayEdit} />
                  </Section>
                </Stack>
              </Grid.Col>
            </Grid>
          </Tabs.Panel>
          <Tabs.Panel value="billing">
            <Grid gap="lg">
              <Grid.Col span={{ base: 12, lg: 6 }}>
                <JobMoneySection job={job} action={canEditJob ? <EditLink id={id} page="addons" /> : null} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 6 }}>
                {can(me.roles, 'payment.read') ? <JobBillingSection job={job} /> : null}
              </Grid.Col>
            </Grid>
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </>
  );
}

function PublicPageButton({ id }: { id: string }) {
  return (
    <Button
      variant="default"
      component="a"
      href={publicLink(`/jobs/${id}`)}
      target="_blank"
      leftSection={<IconExternalLink size={16} aria-hidden />}
    >
      {t('common.viewPublicPage')}
    </Button>
  );
}

/** Links to the candidates and shows how many the last count found. */
function CandidatesSection({ job }: { job: JobDetail }) {
  const { id, totalCandidates } = job;
  return (
    <Section title={t('common.candidates')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {totalCandidates === null ? t('jobs.candidatesHint') : writeText(candidateCountText(totalCandidates))}
        </Text>
        <Button
          variant="default"
          size="compact-md"
          renderRoot={(props) => <Link {...props} to="/company/jobs/$id/candidates" params={{ id }} />}
        >
          {t('jobs.seeCandidates')}
        </Button>
      </Group>
    </Section>
  );
}

/** The job's address and its public page. */
function JobAddressSection({ job, action }: { job: JobDetail; action: ReactNode }) {
  const { id, street1, postalCode, status } = job;
  return (
    <Section title={t('common.address')} actions={action}>
      <Stack gap="md">
        <PlaceMap label={[street1, cityState(job)].filter(Boolean).join(', ')} places={[placeOnMap(job)]} />
        <DetailList
          items={[
            [t('common.street'), street1],
            [t('common.city'), cityState(job)],
            [t('common.zipCode'), postalCode],
            [t('common.publicPage'), status === 'POSTED' ? <PublicLink key="link" id={id} /> : t('jobs.publicPageUnavailable')],
          ]}
        />
      </Stack>
    </Section>
  );
}

function PublicLink({ id }: { id: string }) {
  return (
    <Anchor href={publicLink(`/jobs/${id}`)} target="_blank" size="sm">
      {t('common.viewPublicPage')}
    </Anchor>
  );
}

function JobDescription({ html }: { html: string }) {
  return <RichText html={html} hasPageFonts fz="sm" />;
}

/** The company's tags on the job. */
function JobTags({ job, mayEdit }: { job: JobDetail; mayEdit: boolean }) {
  const add = useTagJob();
  const remove = useUntagJob();
  return (
    <Stack gap="sm">
      {job.tags.length > 0 ? (
        <Group gap="xs">
          {job.tags.map((tag) => (
            <Pill
              key={tag.id}
              size="md"
              withRemoveButton={mayEdit}
              disabled={remove.isPending}
              onRemove={() => remove.mutate({ id: tag.id, jobId: job.id }, { onError: (error) => toast.error(error) })}
              removeButtonProps={{ 'aria-label': t('common.removeTag', { text: tag.text }), 'aria-hidden': false, tabIndex: 0 }}
            >
              {tag.text}
            </Pill>
          ))}
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t('jobs.noTagsYet')}
        </Text>
      )}
      {mayEdit ? (
        <TagInput
          aria-label={t('common.newTag')}
          size="sm"
          companyId={job.companyId}
          currentTags={job.tags.map((tag) => tag.text)}
          disabled={add.isPending}
          error={add.error ? errorText(add.error) : null}
          onAdd={(text) => add.mutate({ id: job.id, text })}
        />
      ) : null}
    </Stack>
  );
}
