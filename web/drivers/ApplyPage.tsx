import { Alert, Anchor, Button, Group, List, Stack, Text, Textarea, type TextareaProps } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { CodeAddress } from '#shared/accounts/sign-in-code.ts';
import { cdlStatuses, codes, endorsements } from '#shared/catalogues.ts';
import {
  toAnswers,
  applyFormSchema,
  type DriverForm,
  firstApplyFormSchema,
  maxMessage,
  unansweredQuestions,
} from '#shared/drivers/driver.ts';
import { type UnmetRequirement, unmetRequirements } from '#shared/jobs/unmet-requirements.ts';
import { changedFields } from '#shared/resource.ts';
import { fieldErrorsOf, statusOf } from '#web/api/errors.ts';
import { addressText } from '#web/auth/sign-in-code.ts';
import { termsLinks } from '#web/auth/TermsDialog.tsx';
import { publicLink } from '#web/browser/language.ts';
import { rich, t, writeText } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { clearApplyDraft, type Home, readApplyDraft, saveApplyDraft } from './apply-draft.ts';
import classes from './ApplyPage.module.css';
import growingTextareaStyles from './ApplyPage.module.css';
import { EarlierAnswersButton, EarlierMessageButton } from './EarlierAnswers.tsx';
import { FillFromResume } from './FillFromResume.tsx';
import { ApplicationStatusBadge, JobSummary } from './JobSummary.tsx';
import { toFormValues, toHome, toProfileUpdate, ProfileFields } from './ProfileFields.tsx';
import {
  earlierAnswersQuery,
  type MyApplication,
  type Profile,
  type PublicJob,
  publicJobQuery,
  readApplicationSource,
  useSendApplication,
  useSaveProfile,
} from './queries.ts';
import { ScreeningFields } from './ScreeningFields.tsx';

type Props = Omit<TextareaProps, 'autosize' | 'rows' | 'resize'> & { minRows: number; maxRows: number };

const supportsFieldSizing = () => CSS.supports('field-sizing', 'content');

/**
 * A text field that grows from `minRows` to `maxRows` with its text. Browsers that support this natively run no script for it.
 */
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

/** The account of a visitor, which sending the application creates. */
type NewAccount = { address: CodeAddress; create: (values: DriverForm) => Promise<void>; onStartOver: () => void };

type ApplyPageProps = {
  job: PublicJob;
  /** Null for a visitor. */
  profile: Profile | null;
  newAccount?: NewAccount;
};

/**
 * `/apply/{id}`: the driver checks the profile, sees the unmet requirements, and sends the application. What was typed is kept in
 * the browser until the application is sent (`docs/product/drivers.md#applying`).
 */
export function ApplyPage({ job: loadedJob, profile, newAccount }: ApplyPageProps) {
  // The company can change the questions while the driver answers them.
  const { data: job = loadedJob } = useQuery(publicJobQuery(loadedJob.id));
  const { screeningQuestions: questions } = job;
  const { data: earlier } = useQuery({ ...earlierAnswersQuery(loadedJob.id), enabled: profile !== null });
  const [isSent, setIsSent] = useState(false);
  const isNew = newAccount !== undefined;
  const address = newAccount?.address;
  const isByPhone = address !== undefined && 'phone' in address;
  const newContact = address && (isByPhone ? 'email' : 'phone');
  const owner = address ? addressText(address) : (profile?.email ?? '');
  // Only these email addresses and phone numbers see the draft again.
  const draftOwners = useRef([owner]);
  const [profileAnswers] = useState(() => ({ ...toFormValues(profile), ...(isByPhone && { phone: addressText(address) }) }));
  const [draft] = useState(() => readApplyDraft(loadedJob.id, owner));
  const [home, setHome] = useState(() => (draft?.answers.home === undefined ? profile && toHome(profile) : draft.home));
  const [answers, setAnswers] = useState<DriverForm>({ ...profileAnswers, ...draft?.answers });
  const schema = useMemo(
    () => (newContact ? firstApplyFormSchema(questions, newContact) : applyFormSchema(questions)),
    [newContact, questions],
  );
  const keepDraft = (values: DriverForm, newHome: Home | null) => {
    const changed = changedFields(profileAnswers, values);
    const changedAnswers = Object.fromEntries(changed.map((name) => [name, values[name]]));
    saveApplyDraft(job.id, draftOwners.current, { answers: changedAnswers, home: isNew ? homeOfZip(values.home) : newHome });
  };
  const form = useSchemaForm(schema, {
    initialValues: answers,
    onValuesChange: (values) => {
      setAnswers(values);
      keepDraft(values, home);
    },
  });
  const changeHome = (newHome: Home | null) => {
    setHome(newHome);
    keepDraft(form.getValues(), newHome);
  };
  const hasAccount = useRef(!isNew);
  // The form replaces the field of the code, which had the focus.
  const shouldFocus = useRef(isNew);
  useEffect(() => {
    if (shouldFocus.current) form.getInputNode('firstName')?.focus();
    shouldFocus.current = false;
  }, [form]);
  const { ref: endRef, inViewport: isSubmitInView } = useInViewport<HTMLDivElement>();
  const save = useSaveProfile();
  const send = useSendApplication();
  if (isSent) return <ApplicationSent job={job} newEmail={address && ('phone' in address ? answers.email : address.email)} />;
  const unmetRequirementList = findUnmetRequirements(job, answers);
  return (
    <>
      <PageHeader
        title={t('common.apply')}
        description={isNew ? t('driver.firstApplicationHint') : t('driver.applyPageDescription')}
      />
      <Form
        form={form}
        label={t('common.apply')}
        fieldErrors={inputErrorsOf}
        onSubmit={async (values) => {
          if (isByPhone) {
            // From here on, the account may exist, and a reload knows it by its email address.
            draftOwners.current = [owner, values.email];
            keepDraft(values, home);
          }
          if (newAccount && !hasAccount.current) await newAccount.create(values);
          hasAccount.current = true;
          await save.mutateAsync(toProfileUpdate(values, isNew ? homeOfZip(values.home) : home));
          const screeningAnswers = toAnswers(questions, values.screeningAnswers);
          const source = readApplicationSource(job.id);
          await send({ id: job.id, message: values.message || null, screeningAnswers, source });
          clearApplyDraft(job.id);
          setIsSent(true);
          window.scrollTo(0, 0);
        }}
      >
        <Stack gap="lg">
          <JobSummary job={job} />
          {newAccount ? (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {rich(isByPhone ? 'driver.applyingWithPhone' : 'driver.applyingAs', {
                address: owner,
                b: (content) => <b>{content}</b>,
                link: (content) => (
                  <Anchor component="button" type="button" size="sm" onClick={newAccount.onStartOver}>
                    {content}
                  </Anchor>
                ),
              })}
            </Text>
          ) : null}
          <FillFromResume form={form} onHomeChange={changeHome} newContact={newContact} />
          <ProfileFields form={form} home={home} onHomeChange={changeHome} isApplying newContact={newContact} />
          <ScreeningFields form={form} questions={questions} companyName={job.companyName}>
            {earlier ? <EarlierAnswersButton form={form} answers={answers} earlier={earlier} /> : null}
          </ScreeningFields>
          <Section title={t('driver.messageToEmployer')}>
            <GrowingTextarea
              aria-label={t('common.message')}
              placeholder={t('driver.messagePlaceholder')}
              minRows={2}
              maxRows={8}
              maxLength={maxMessage}
              key={form.key('message')}
              {...form.getInputProps('message')}
            />
            {earlier ? <EarlierMessageButton form={form} answers={answers} earlier={earlier} /> : null}
          </Section>
          {unmetRequirementList.length > 0 ? <UnmetRequirements list={unmetRequirementList} /> : null}
          {newAccount ? (
            <Text size="sm" c="dimmed">
              {rich('signUp.termsNote', termsLinks)}
            </Text>
          ) : null}
          <div ref={endRef}>
            <SubmitButton fullWidth size="md">
              {unmetRequirementList.length > 0 ? t('driver.applyAnyway') : t('common.apply')}
            </SubmitButton>
          </div>
          {isSubmitInView ? null : (
            <ContinueButton answers={answers} questions={questions} contact={newContact && answers[newContact]} />
          )}
        </Stack>
      </Form>
    </>
  );
}

/** The form has one input for the address. */
function inputErrorsOf(error: unknown): Record<string, string> {
  const { postalCode, city, state, ...errors } = fieldErrorsOf(error);
  if (errors['email'] && statusOf(error) === 409) errors['email'] = t('driver.emailHasAccount');
  const home = postalCode ?? city ?? state;
  return home === undefined ? errors : { ...errors, home };
}

const homeOfZip = (zip: string): Home => ({
  description: zip,
  street1: null,
  city: null,
  state: null,
  postalCode: zip.trim() || null,
});

type ContinueButtonProps = { answers: DriverForm; questions: PublicJob['screeningQuestions']; contact: string | undefined };

/**
 * A bar for phones, on which the end of the form is several screens away. Its button leads to the missing answers, and then to
 * the end of the form.
 */
function ContinueButton({ answers, questions, contact }: ContinueButtonProps) {
  const { firstName, lastName, home, cdlStatus, yearsOfExperience } = answers;
  const required = [...(contact === undefined ? [] : [firstName, lastName, contact]), home, cdlStatus, yearsOfExperience];
  const missingInProfile = required.filter((answer) => answer === '').length;
  const missingCount = missingInProfile + unansweredQuestions(questions, answers.screeningAnswers).length;
  const continueForm = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    // The form refuses to submit and focuses the first missing answer.
    if (missingCount > 0) return form?.requestSubmit();
    const submitButton = form?.querySelector<HTMLButtonElement>('button[type="submit"]');
    submitButton?.scrollIntoView({ block: 'end' });
    submitButton?.focus({ preventScroll: true });
  };
  return (
    <div className={classes.continueBar}>
      <Button fullWidth size="md" color="navy" onClick={continueForm}>
        {missingCount > 0 ? t('driver.answerRequiredQuestions', { count: missingCount }) : t('driver.reviewAndSend')}
      </Button>
    </div>
  );
}

function UnmetRequirements({ list }: { list: readonly UnmetRequirement[] }) {
  return (
    <Alert
      {...asStatus(t('driver.unmetRequirementsLabel'))}
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('driver.unmetRequirementsTitle')}
    >
      <List size="sm">
        {list.map(({ required, answered }) => (
          <List.Item key={required}>{t('driver.unmetRequirement', { required, answered })}</List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {t('driver.unmetRequirementsHint')}
      </Text>
    </Alert>
  );
}

/** The values that are codes of the catalogue. */
function pickKnownCodes<Code extends string>(knownCodes: readonly Code[], values: readonly string[]): Code[] {
  return knownCodes.filter((code) => values.includes(code));
}

function findUnmetRequirements(
  { jobType, cdlClass, requiredExperience, endorsements: requiredEndorsements }: PublicJob,
  answers: DriverForm,
): UnmetRequirement[] {
  const { yearsOfExperience } = answers;
  return unmetRequirements(
    {
      jobType,
      cdlClass,
      requiredExperience,
      endorsements: pickKnownCodes(
        codes(endorsements),
        requiredEndorsements.map(({ detail }) => detail),
      ),
    },
    {
      cdlStatus: pickKnownCodes(codes(cdlStatuses), [answers.cdlStatus])[0] ?? null,
      yearsOfExperience: yearsOfExperience === '' ? null : yearsOfExperience,
      endorsements: pickKnownCodes(codes(endorsements), answers.endorsements),
    },
    writeText,
  );
}

/** `newEmail` is the address of the account that was created with the application. */
function ApplicationSent({ job, newEmail }: { job: PublicJob; newEmail: string | undefined }) {
  return (
    <>
      <PageHeader title={t('common.applicationSent')} />
      <Stack gap="lg">
        <Section>
          <EmptyState
            title={t('driver.applicationReceived', { companyName: job.companyName })}
            icon={<IconCircleCheck size={28} />}
            action={
              <Group gap="sm" justify="center">
                <Button component={Link} to="/members/home">
                  {t('common.myApplications')}
                </Button>
                <Button component="a" href={publicLink('/jobs')} variant="default">
                  {t('ui.searchJobs')}
                </Button>
              </Group>
            }
          >
            {t('driver.applicationSentHint', { title: job.title })}
          </EmptyState>
        </Section>
        {newEmail === undefined ? null : (
          <Section title={t('driver.accountReady')}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {t('driver.accountReadyHint', { email: newEmail })}
            </Text>
            <Button component={Link} to="/account/security" variant="default" mt="md">
              {t('driver.addPasswordOrPasskey')}
            </Button>
          </Section>
        )}
      </Stack>
    </>
  );
}

/** Shown instead of the form if the driver has already applied, because a driver can apply to a job only once. */
export function AlreadyApplied({ job, application }: { job: PublicJob; application: MyApplication }) {
  return (
    <>
      <PageHeader title={t('errors.alreadyApplied')} />
      <Stack gap="lg">
        <JobSummary job={job} />
        <Section>
          <Group justify="space-between" gap="sm">
            <Text fw={600}>
              {rich('driver.youAppliedOn', {
                dateText: () => <DateText value={application.applicationAt} zone={application.timeZone} />,
              })}
            </Text>
            <ApplicationStatusBadge status={application.status} />
          </Group>
          <Text size="sm" mt="xs">
            {t('driver.alreadyAppliedHint', { companyName: job.companyName })}
          </Text>
        </Section>
        <Button component={Link} to="/members/home" size="md" fullWidth>
          {t('common.myApplications')}
        </Button>
      </Stack>
    </>
  );
}

/** Shown to signed-in people who are not drivers. */
export function NotADriver({ job }: { job: PublicJob }) {
  return (
    <Stack gap="lg">
      <PageHeader title={t('common.apply')} description={t('driver.signUpToApply')} />
      <JobSummary job={job} />
      <Text>
        {rich('driver.driverAccountNeeded', {
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
