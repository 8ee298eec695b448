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
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { Section } from '#web/ui/Section.tsx';
import { contentFormSchema, type ContentValues } from './content-form.ts';
import { ContentFields, PostingFields } from './ContentFields.tsx';
import { Money } from '#web/ui/Values.tsx';
import { AddonChoices } from './AddonChoices.tsx';
import { rich, t } from '#web/texts/app.ts';

const isInFlow = (pathname: string) => pathname.replace(/\/$/, '') === newJobPath || pathname.startsWith(`${newJobPath}/`);

/** Asks once before leaving an unfinished job. Closing the tab does not ask, because the draft is kept. */
function LeaveFlow({ companyId }: { companyId: string }) {
  return (
    <LeaveGuard
      shouldAsk={({ next }) => !isInFlow(next.pathname) && hasStarted(readJobDraft(companyId))}
      shouldAskOnClosing={false}
      title={t('jobs.leaveWithoutPosting')}
    >
      {t('jobs.thisJobIsntPostedYet')}
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
    const title = draft.content.title.trim() || t('jobs.thisJob');
    const isSure = await ask({
      title: t('jobs.discardDraftOfTitle', { title }),
      message: draft.order ? t('jobs.theJobStaysListUnpaid') : t('jobs.everythingEnteredWillDeleted'),
      confirmLabel: t('jobs.discard'),
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
        title={isOther ? t('jobs.payForYourJob') : t('jobs.createNewJob')}
        description={
          isOther ? t('jobs.driversWillSeeAfterPay') : companyName ? t('jobs.forCompanyName', { companyName }) : undefined
        }
        back={{ to: '/company/jobs', label: t('common.jobs') }}
        actions={
          !isOther && hasStarted(draft) ? (
            <Button variant="subtle" onClick={() => void startOver()}>
              {t('jobs.startOver')}
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
      label={t('jobs.stepsOfTheNewJob')}
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
    <Form form={form} label={t('jobs.jobContent')} onSubmit={() => navigate({ to: steps[1].path })}>
      <Stack gap="lg">
        <ContentFields form={form} companyId={companyId} video={{ uploader: newJobVideo(companyId), onUploaded: keepVideo }} />
        <Section title={t('jobs.posting')}>
          <PostingFields form={form} />
        </Section>
        <Group justify="flex-end">
          <SubmitButton>{t('jobs.continueToLocations')}</SubmitButton>
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
  const continueToPayment = () => {
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
      <Section title={t('jobs.addOns')} description={t('jobs.optionalPricedPerJob')}>
        <AddonChoices
          chosen={addons}
          onChange={change}
          link={{ id: linkId, problem, onLeave: () => setProblem(linkProblem(addons)) }}
        />
      </Section>
      <Group justify="space-between" align="center">
        <Button variant="default" component={Link} to={steps[1].path}>
          {t('jobs.back')}
        </Button>
        <Group gap="md" flex="1 1 auto" justify="flex-end">
          <Text component="output">
            {rich('jobs.totalForJobs', {
              count: addresses.length,
              money: () => <Money dollars={totalOf(draft)} />,
              b: (content) => (
                <Text span fw={650}>
                  {content}
                </Text>
              ),
            })}
          </Text>
          <Button color="orange" onClick={continueToPayment}>
            {t('jobs.continueToPayment')}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
