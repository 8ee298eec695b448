import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { driverFormSchema, mostMessage } from '#shared/driver.ts';
import { date } from '#shared/format.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { GrowingTextarea } from '#web/ui/form/GrowingTextarea.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { Later } from '#web/ui/Later.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { JobSummary } from './JobSummary.tsx';
import { formOf, homeOf, updateOf } from './profile-form.ts';
import { ProfileFields } from './ProfileFields.tsx';
import classes from './PublicFrame.module.css';
import { type MyApplication, type Profile, type PublicJob, useApply, useSaveProfile } from './queries.ts';

/** `/jobs/{id}/apply`: confirm the profile, send (`product: Drivers and the public side`). */
export function ApplyPage({ job, profile }: { job: PublicJob; profile: Profile }) {
  const [isSent, setIsSent] = useState(false);
  const [home, setHome] = useState(() => homeOf(profile));
  const form = useSchemaForm(driverFormSchema, { initialValues: formOf(profile) });
  const save = useSaveProfile();
  const apply = useApply();
  if (isSent) return <Sent job={job} />;
  return (
    <>
      <PageHeader title="Apply" description="Check what the employer will see, then send it. This takes about two minutes." />
      <Form
        form={form}
        label="Apply"
        onSubmit={async (values) => {
          await save.mutateAsync(updateOf(values, home));
          await apply.mutateAsync({ id: job.id, message: values.message || null });
          setIsSent(true);
          window.scrollTo(0, 0);
        }}
      >
        <Stack gap="lg">
          <JobSummary job={job} />
          <ProfileFields form={form} home={home} onHome={setHome} />
          <Section title="A word to the employer (optional)">
            <GrowingTextarea
              aria-label="Message"
              placeholder="When you can start, what you like to haul"
              minRows={2}
              maxRows={8}
              maxLength={mostMessage}
              key={form.key('message')}
              {...form.getInputProps('message')}
            />
          </Section>
          <div className={classes.send}>
            <SubmitButton fullWidth size="md">
              Apply
            </SubmitButton>
          </div>
        </Stack>
      </Form>
      <Later>
        <UnsavedChanges isDirty={() => form.isDirty()} />
      </Later>
    </>
  );
}

function Sent({ job }: { job: PublicJob }) {
  return (
    <>
      <PageHeader title="Your application is on its way" />
      <Section>
        <EmptyState
          title={`${job.companyName} has your application`}
          icon={<IconCircleCheck size={28} />}
          action={
            <Group gap="sm" justify="center">
              <Button component={Link} to="/members/home">
                My applications
              </Button>
              <Button component="a" href="/jobs" variant="default">
                Search jobs
              </Button>
            </Group>
          }
        >
          You applied for “{job.title}”. You can follow it, or withdraw it, under My applications.
        </EmptyState>
      </Section>
    </>
  );
}

/** One application per driver and job: the second visit says so before anything is typed. */
export function AppliedBefore({ job, sent }: { job: PublicJob; sent: MyApplication }) {
  return (
    <>
      <PageHeader title="You already applied to this job" />
      <Stack gap="lg">
        <JobSummary job={job} />
        <Text>
          You sent your application on {date(sent.applicationAt)}. Under My applications you can follow it, or withdraw it.
        </Text>
        <Button component={Link} to="/members/home" size="md" fullWidth>
          My applications
        </Button>
      </Stack>
    </>
  );
}

/** For visitors: apply as a driver with an account, new or old. */
export function ApplyEntrance({ job, isOther }: { job: PublicJob; isOther: boolean }) {
  const next = `/jobs/${job.id}/apply`;
  return (
    <Stack gap="lg">
      <PageHeader title="Apply" description="Applying needs a driver account. It takes about two minutes, and no resume." />
      <JobSummary job={job} />
      {isOther ? (
        <Text>
          You are signed in with an account that is not a driver’s.{' '}
          <Anchor component={Link} to="/logout">
            Sign out
          </Anchor>
          , then sign up as a driver with another email address.
        </Text>
      ) : (
        <Stack gap="sm">
          <Button
            renderRoot={(props) => <Link to="/signup" search={{ role: 'driver', next }} {...props} />}
            color="orange"
            size="md"
            fullWidth
          >
            Sign up
          </Button>
          <Button renderRoot={(props) => <Link to="/login" search={{ next }} {...props} />} variant="default" size="md" fullWidth>
            Sign in
          </Button>
        </Stack>
      )}
    </Stack>
  );
}
