import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch, Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { newJobVideo, totalOf } from './posting.ts';
import {
  clearJobDraft,
  hasStarted,
  useJobDraft,
  type JobDraft,
  readJobDraft,
  changeJobDraft,
  type ChosenAddons,
  newJobPath,
  mayOpen,
  steps,
  linkProblem,
} from './steps.ts';

import { StepTrail } from './StepTrail.tsx';
import { LeaveGuard } from '#web/ui/form/UnsavedChanges.tsx';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { Section } from '#web/ui/Section.tsx';
import { contentFormSchema, type ContentValues } from './content-form.ts';
import { ContentFields, PostingFields } from './ContentFields.tsx';

import { count } from '#shared/format.ts';
import { Money } from '#web/ui/Values.tsx';
import { AddonChoices } from './AddonChoices.tsx';

const isInFlow = (pathname: string) => pathname.replace(/\/$/, '') === newJobPath || pathname.startsWith(`${newJobPath}/`);

/** Asks once before leaving an unfinished job. Closing the tab does not ask, because the draft is kept. */
function LeaveFlow({ companyId }: { companyId: string }) {
  return (
    <LeaveGuard
      shouldAsk={({ next }) => !isInFlow(next.pathname) && hasStarted(readJobDraft(companyId))}
      shouldAskOnClosing={false}
      title="Leave without posting?"
    >
      This job isn’t posted yet. Your draft is saved in this browser. Select “Create New Job” to pick up where you left off.
    </LeaveGuard>
  );
}

type Props = {
  companyId: string;
  /** The company's name, if it is not the user's own company. */
  companyName: string | null;
  children: ReactNode;
};

/** The layout of the four steps of a new job. An existing order, such as a copy's, can only be paid here. */
export function NewJobFrame({ companyId, companyName, children }: Props) {
  const draft = useJobDraft(companyId);
  const { order } = useSearch({ strict: false });
  const isOther = order !== undefined && order !== draft.order?.orderId;
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();

  const startOver = async () => {
    const title = draft.content.title.trim() || 'this job';
    const isSure = await ask({
      title: `Discard draft of “${title}”?`,
      message: draft.order
        ? 'The job stays in your list as unpaid. You can pay for it there.'
        : 'Everything you entered will be deleted.',
      confirmLabel: 'Discard',
      isDestructive: true,
    });
    if (!isSure) return;
    newJobVideo(companyId).cancel();
    clearJobDraft(companyId);
    await navigate({ to: newJobPath, replace: true, reloadDocument: false });
  };

  return (
    <Box maw="64rem" mx="auto">
      <PageHeader
        title={isOther ? 'Pay for your job' : 'Create New Job'}
        description={isOther ? 'Drivers will see it after you pay.' : companyName ? `For ${companyName}` : undefined}
        back={{ to: '/company/jobs', label: 'Jobs' }}
        actions={
          !isOther && hasStarted(draft) ? (
            <Button variant="subtle" onClick={() => void startOver()}>
              Start over
            </Button>
          ) : null
        }
      />
      {isOther ? null : <FlowSteps draft={draft} />}
      {children}
      {isOther ? null : <LeaveFlow companyId={companyId} />}
      {dialog}
    </Box>
  );
}

/** The progress of the new job. */
function FlowSteps({ draft }: { draft: JobDraft }) {
  const { pathname } = useLocation();
  const path = pathname.replace(/\/$/, '') || newJobPath;
  return (
    <StepTrail
      label="Steps of the new job"
      current={steps.findIndex((step) => step.path === path)}
      steps={steps.map(({ id, label, path: to }) => ({
        label,
        link: mayOpen(draft, id)
          ? (face, className) => (
              <Link to={to} activeOptions={{ exact: true }} className={className}>
                {face}
              </Link>
            )
          : undefined,
      }))}
    />
  );
}

/** The first step: the content. Every change is saved in the draft immediately. */
export function JobContentStep({ companyId }: { companyId: string }) {
  const navigate = useNavigate();
  const form = useSchemaForm<ContentValues>(contentFormSchema, {
    initialValues: readJobDraft(companyId).content,
    onValuesChange: (content) => changeJobDraft(companyId, { content }),
  });
  /** Runs even if another step is on the screen by then. */
  const keepVideo = (videoUrl: string) =>
    changeJobDraft(companyId, { content: { ...readJobDraft(companyId).content, videoUrl } });
  return (
    <Form form={form} label="Job content" onSubmit={() => navigate({ to: steps[1].path })}>
      <Stack gap="lg">
        <ContentFields form={form} companyId={companyId} video={{ uploader: newJobVideo(companyId), onUploaded: keepVideo }} />
        <Section title="Posting">
          <PostingFields form={form} />
        </Section>
        <Group justify="flex-end">
          <SubmitButton>Continue to locations</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}

/** The third step: the add-ons, priced per job. */
export function AddonsStep({ companyId }: { companyId: string }) {
  const draft = useJobDraft(companyId);
  const navigate = useNavigate();
  const linkId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const { addons, addresses } = draft;

  const change = (next: Partial<ChosenAddons>) => {
    setProblem(null);
    changeJobDraft(companyId, { addons: { ...addons, ...next } });
  };
  const goOn = () => {
    const wrong = linkProblem(addons);
    setProblem(wrong);
    if (wrong) {
      document.getElementById(linkId)?.focus();
      return;
    }
    changeJobDraft(companyId, { hasSeenAddons: true });
    void navigate({ to: steps[3].path });
  };

  return (
    <Stack gap="lg">
      <Section title="Add-ons" description="Optional. Priced per job.">
        <AddonChoices
          chosen={addons}
          onChange={change}
          link={{ id: linkId, problem, onLeave: () => setProblem(linkProblem(addons)) }}
        />
      </Section>
      <Group justify="space-between" align="center">
        <Button variant="default" component={Link} to={steps[1].path}>
          Back
        </Button>
        <Group gap="md" flex="1 1 auto" justify="flex-end">
          <Text component="output">
            Total for {count(addresses.length, 'job')}:{' '}
            <Text span fw={650}>
              <Money dollars={totalOf(draft)} />
            </Text>
          </Text>
          <Button color="orange" onClick={goOn}>
            Continue to payment
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
