import { Alert, Anchor, Button, Group, List, Stack, Text, Container, Textarea, type TextareaProps } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, useState, type ReactNode } from 'react';
import { cdlStatuses, codes, endorsements, type JobType, type RequiredExperience } from '#shared/catalogues.ts';
import { applyFormSchema, type DriverForm, maxMessage } from '#shared/drivers/driver.ts';
import { type UnmetRequirement, unmetRequirements } from '#shared/jobs/unmet-requirements.ts';
import { publicLink } from '#web/language.ts';
import { rich, t, writeText } from '#web/texts/app.ts';
import { DelayedPlaceholder } from '#web/ui/Loading.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import classes from './ApplyPage.module.css';
import growingTextareaStyles from './ApplyPage.module.css';
import { ApplicationStatusBadge, JobSummary } from './JobSummary.tsx';
import { formOf, homeOf, updateOf, ProfileFields } from './ProfileFields.tsx';
import { type MyApplication, type Profile, type PublicJob, useApply, useSaveProfile } from './queries.ts';

type Props = Omit<TextareaProps, 'autosize' | 'rows' | 'resize'> & { minRows: number; maxRows: number };

const supportsFieldSizing = () => CSS.supports('field-sizing', 'content');

/** A text field that grows with its text, between two heights. Browsers that support it natively run no script for it. */
function GrowingTextarea({ minRows, maxRows, ...props }: Props) {
  if (!supportsFieldSizing()) return <Textarea autosize minRows={minRows} maxRows={maxRows} {...props} />;
  return (
    <Textarea
      classNames={growingTextareaStyles}
      styles={{ input: { '--least-rows': minRows, '--most-rows': maxRows } }}
      {...props}
    />
  );
}

/** `/apply/{id}`: the driver checks the profile, sees the unmet requirements, and sends the application. */
export function ApplyPage({ job, profile }: { job: PublicJob; profile: Profile }) {
  const [isSent, setIsSent] = useState(false);
  const [home, setHome] = useState(() => homeOf(profile));
  const [answers, setAnswers] = useState(() => formOf(profile));
  const form = useSchemaForm(applyFormSchema, { initialValues: formOf(profile), onValuesChange: setAnswers });
  const { ref: end, inViewport: isEndInView } = useInViewport<HTMLDivElement>();
  const save = useSaveProfile();
  const apply = useApply();
  if (isSent) return <ApplicationSent job={job} />;
  const unmet = unmetOf(job, answers);
  return (
    <>
      <PageHeader title={t('common.apply')} description={t('driver.reviewYourInformationThenSend')} />
      <Form
        form={form}
        label={t('common.apply')}
        onSubmit={async (values) => {
          await save.mutateAsync(updateOf(values, home));
          await apply.mutateAsync({ id: job.id, message: values.message || null });
          setIsSent(true);
          window.scrollTo(0, 0);
        }}
      >
        <Stack gap="lg">
          <JobSummary job={job} />
          <ProfileFields form={form} home={home} onHome={setHome} isApplying />
          <Section title={t('driver.messageToTheEmployerOptional')}>
            <GrowingTextarea
              aria-label={t('driver.message')}
              placeholder={t('driver.forExampleWhenCanStart')}
              minRows={2}
              maxRows={8}
              maxLength={maxMessage}
              key={form.key('message')}
              {...form.getInputProps('message')}
            />
          </Section>
          {unmet.length > 0 ? <UnmetRequirements list={unmet} /> : null}
          <div ref={end}>
            <SubmitButton fullWidth size="md">
              {unmet.length > 0 ? t('driver.applyAnyway') : t('common.apply')}
            </SubmitButton>
          </div>
          {isEndInView ? null : <ContinueButton answers={answers} />}
        </Stack>
      </Form>
      <DelayedPlaceholder>
        <UnsavedChanges isDirty={() => form.isDirty()} />
      </DelayedPlaceholder>
    </>
  );
}

/** On a phone the end of the form is several screens away, so a bar leads to the missing answers and then to the end. */
function ContinueButton({ answers }: { answers: DriverForm }) {
  const { home, cdlStatus, yearsOfExperience } = answers;
  const missing = [home, cdlStatus, yearsOfExperience].filter((answer) => answer === '').length;
  const lead = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    // The form refuses to submit and focuses the first missing answer.
    if (missing > 0) return form?.requestSubmit();
    const submit = form?.querySelector<HTMLButtonElement>('button[type="submit"]');
    submit?.scrollIntoView({ block: 'end' });
    submit?.focus({ preventScroll: true });
  };
  return (
    <div className={classes.wayOn}>
      <Button fullWidth size="md" color="navy" onClick={lead}>
        {missing > 0 ? t('driver.answerMissing', { count: missing }) : t('driver.reviewAndSend')}
      </Button>
    </div>
  );
}

function UnmetRequirements({ list }: { list: readonly UnmetRequirement[] }) {
  return (
    <Alert
      {...asStatus(t('driver.requirementsYouDontMeet'))}
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('driver.youDontMeetAllRequirements')}
    >
      <List size="sm">
        {list.map(({ required, answered }) => (
          <List.Item key={required}>{t('driver.requiredYourAnswerAnswered', { required, answered })}</List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {t('driver.youCanApplyAnywayEmployer')}
      </Text>
    </Alert>
  );
}

/** The codes that the catalogue contains. */
function pick<Code extends string>(knownCodes: readonly Code[], values: readonly string[]): Code[] {
  return knownCodes.filter((code) => values.includes(code));
}

function unmetOf({ jobType, requiredExperience, endorsements: required }: PublicJob, answers: DriverForm): UnmetRequirement[] {
  const { yearsOfExperience } = answers;
  return unmetRequirements(
    {
      jobType: jobType as JobType,
      requiredExperience: requiredExperience as RequiredExperience,
      endorsements: pick(
        codes(endorsements),
        required.map(({ detail }) => detail),
      ),
    },
    {
      cdlStatus: pick(codes(cdlStatuses), [answers.cdlStatus])[0] ?? null,
      yearsOfExperience: yearsOfExperience === '' ? null : yearsOfExperience,
      endorsements: pick(codes(endorsements), answers.endorsements),
    },
    writeText,
  );
}

function ApplicationSent({ job }: { job: PublicJob }) {
  return (
    <>
      <PageHeader title={t('driver.applicationSent')} />
      <Section>
        <EmptyState
          title={t('driver.companyNameReceivedYourApplication', { companyName: job.companyName })}
          icon={<IconCircleCheck size={28} />}
          action={
            <Group gap="sm" justify="center">
              <Button component={Link} to="/members/home">
                {t('driver.myApplications')}
              </Button>
              <Button component="a" href={publicLink('/jobs')} variant="default">
                {t('driver.searchJobs')}
              </Button>
            </Group>
          }
        >
          {t('driver.youAppliedTitleTrackWithdraw', { title: job.title })}
        </EmptyState>
      </Section>
    </>
  );
}

/** One application per driver and job, so a second visit says so immediately. */
export function AlreadyApplied({ job, sent }: { job: PublicJob; sent: MyApplication }) {
  return (
    <>
      <PageHeader title={t('driver.youAlreadyAppliedJob')} />
      <Stack gap="lg">
        <JobSummary job={job} />
        <Section>
          <Group justify="space-between" gap="sm">
            <Text fw={600}>
              {rich('driver.youAppliedOn', { dateText: () => <DateText value={sent.applicationAt} zone={sent.timeZone} /> })}
            </Text>
            <ApplicationStatusBadge status={sent.status} />
          </Group>
          <Text size="sm" mt="xs">
            {t('driver.companyNameCanSeeProfile', { companyName: job.companyName })}
          </Text>
        </Section>
        <Button component={Link} to="/members/home" size="md" fullWidth>
          {t('driver.myApplications')}
        </Button>
      </Stack>
    </>
  );
}

/** Shown to signed-in staff. */
export function NotADriver({ job }: { job: PublicJob }) {
  return (
    <Stack gap="lg">
      <PageHeader title={t('common.apply')} description={t('driver.createFreeDriverAccountApply')} />
      <JobSummary job={job} />
      <Text>
        {rich('driver.youreSignedAccountIsntDriver', {
          link: (content) => (
            <Anchor component={Link} to="/logout">
              {content}
            </Anchor>
          ),
        })}
      </Text>
    </Stack>
  );
}

/** The header of the public pages, for the few public screens of the app. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={classes.top}>
        <Container size="sm" className={classes.bar}>
          <a href={publicLink('/jobs')} title={t('driver.allJobs')}>
            <Logo tone="onDark" />
          </a>
        </Container>
      </header>
      <Container component="main" size="sm" className={classes.main}>
        {children}
      </Container>
    </>
  );
}
