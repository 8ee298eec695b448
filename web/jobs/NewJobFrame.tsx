import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch, Link, useLocation } from '@tanstack/react-router';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { rich, t } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { LeaveGuard } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Money } from '#web/ui/Values.tsx';
import { AddonChoices } from './AddonChoices.tsx';
import { getChosenTypes } from './addons.ts';
import { contentFormSchema, type ContentValues } from './content-form.ts';
import { ContentFields, PostingFields } from './ContentFields.tsx';
import { JobPreviewButton, previewWidth } from './JobPreview.tsx';
import { getNewJobVideoUploader, getDraftTotal } from './posting.ts';
import { PriceSoFar } from './PriceSoFar.tsx';
import {
  clearJobDraft,
  hasStarted,
  useJobDraft,
  type JobDraft,
  readJobDraft,
  changeJobDraft,
  type ChosenAddons,
  newJobPath,
  canOpenStep,
  steps,
  validateLink,
} from './steps.ts';
import { StepTrail } from './StepTrail.tsx';

const isInFlow = (pathname: string) => pathname.replace(/\/$/, '') === newJobPath || pathname.startsWith(`${newJobPath}/`);

/** Asks once before leaving an unfinished job. Closing the tab does not ask, because the draft is kept. */
function LeaveFlowGuard({ companyId }: { companyId: string }) {
  return (
    <LeaveGuard
      shouldAsk={({ next }) => !isInFlow(next.pathname) && hasStarted(readJobDraft(companyId))}
      shouldAskOnClose={false}
      title={t('jobs.leaveWithoutPostingTitle')}
    >
      {t('jobs.leaveWithoutPostingMeaning')}
    </LeaveGuard>
  );
}

type Props = {
  companyId: string;
  /** The company's name, if it is not the user's own company. */
  companyName: string | null;
  children: ReactNode;
};

/** The layout of the four steps of a new job. For an existing order, such as a copy's, it shows only the payment. */
export function NewJobFrame({ companyId, companyName, children }: Props) {
  const draft = useJobDraft(companyId);
  const { order } = useSearch({ strict: false });
  const isOtherOrder = order !== undefined && order !== draft.order?.orderId;
  const navigate = useNavigate();
  const [isPreviewOpen, setIsPreviewOpen] = useState(false);
  const [discardedCount, setDiscardedCount] = useState(0);
  const { ask, dialog } = useConfirm();

  const startOver = async () => {
    const title = draft.content.title.trim() || t('jobs.untitledJob');
    const isConfirmed = await ask({
      title: t('jobs.discardDraftTitle', { title }),
      message: draft.order ? t('jobs.discardUnpaidJobMeaning') : t('jobs.discardDraftMeaning'),
      confirmLabel: t('common.discard'),
      isDestructive: true,
    });
    if (!isConfirmed) return;
    getNewJobVideoUploader(companyId).cancel();
    clearJobDraft(companyId);
    setDiscardedCount((count) => count + 1);
    await navigate({ to: newJobPath, replace: true, reloadDocument: false });
  };

  return (
    <Box
      maw={isPreviewOpen ? undefined : '64rem'}
      mx={isPreviewOpen ? undefined : 'auto'}
      pr={isPreviewOpen ? { lg: previewWidth } : undefined}
    >
      <PageHeader
        title={isOtherOrder ? t('jobs.payForYourJob') : t('common.createNewJob')}
        description={isOtherOrder ? t('jobs.visibleAfterPayment') : companyName ? t('jobs.forCompany', { companyName }) : null}
        back={{ to: '/company/jobs', label: t('common.jobs') }}
        actions={
          isOtherOrder ? null : (
            <>
              {hasStarted(draft) ? (
                <Button variant="subtle" onClick={() => void startOver()}>
                  {t('jobs.startOver')}
                </Button>
              ) : null}
              <JobPreviewButton
                isOpen={isPreviewOpen}
                onOpen={setIsPreviewOpen}
                companyId={companyId}
                content={draft.content}
                address={draft.addresses[0]}
                addonTypes={getChosenTypes(draft.addons)}
              />
            </>
          )
        }
      />
      {isOtherOrder ? null : <FlowSteps draft={draft} />}
      {/* A new key clears the form of the first step, which keeps its values until it is removed. */}
      <Fragment key={discardedCount}>{children}</Fragment>
      {isOtherOrder ? null : <LeaveFlowGuard companyId={companyId} />}
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
      label={t('jobs.newJobStepsLabel')}
      currentStep={steps.findIndex((step) => step.path === path)}
      steps={steps.map(({ id, label, path: to }) => ({
        label,
        link: canOpenStep(draft, id)
          ? (stepContent, className) => (
              <Link to={to} activeOptions={{ exact: true }} className={className}>
                {stepContent}
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
  const draft = useJobDraft(companyId);
  const form = useSchemaForm<ContentValues>(contentFormSchema, {
    initialValues: readJobDraft(companyId).content,
    onValuesChange: (content) => changeJobDraft(companyId, { content }),
  });
  /** Stores the video's URL when the upload ends, even if the user has moved to another step by then. */
  const storeVideoUrl = (videoUrl: string) =>
    changeJobDraft(companyId, { content: { ...readJobDraft(companyId).content, videoUrl } });
  return (
    <Form form={form} label={t('jobs.jobContent')} onSubmit={() => navigate({ to: steps[1].path })}>
      <Stack gap="lg">
        <PriceSoFar companyId={companyId} />
        <ContentFields
          form={form}
          companyId={companyId}
          video={{ uploader: getNewJobVideoUploader(companyId), onUploaded: storeVideoUrl }}
        />
        <Section title={t('jobs.posting')}>
          <PostingFields form={form} />
        </Section>
        <Group justify="flex-end" gap="md">
          <TotalSoFar draft={draft} />
          <SubmitButton>{t('jobs.continueToLocations')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}

/** The price of the draft's locations with their add-ons. Nothing before there is a location. */
function TotalSoFar({ draft }: { draft: JobDraft }) {
  if (draft.addresses.length === 0) return null;
  return (
    <Text component="output">
      {rich('jobs.totalForJobs', {
        count: draft.addresses.length,
        money: () => <Money dollars={getDraftTotal(draft)} />,
        b: (content) => (
          <Text span fw={650}>
            {content}
          </Text>
        ),
      })}
    </Text>
  );
}

/** The third step: the add-ons, priced per job. */
export function AddonsStep({ companyId }: { companyId: string }) {
  const draft = useJobDraft(companyId);
  const navigate = useNavigate();
  const linkId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const { addons } = draft;

  const change = (next: Partial<ChosenAddons>) => {
    setProblem(null);
    changeJobDraft(companyId, { addons: { ...addons, ...next } });
  };
  const continueToPayment = () => {
    const linkError = validateLink(addons);
    setProblem(linkError);
    if (linkError) {
      document.getElementById(linkId)?.focus();
      return;
    }
    changeJobDraft(companyId, { hasSeenAddons: true });
    void navigate({ to: steps[3].path });
  };

  return (
    <Stack gap="lg">
      <Section title={t('common.addOns')} description={t('jobs.addOnsDescription')}>
        <AddonChoices
          addonChoices={addons}
          onChange={change}
          link={{ id: linkId, problem, onBlur: () => setProblem(validateLink(addons)) }}
        />
      </Section>
      <Group justify="space-between" align="center">
        <Button variant="default" component={Link} to={steps[1].path}>
          {t('jobs.back')}
        </Button>
        <Group gap="md" flex="1 1 auto" justify="flex-end">
          <TotalSoFar draft={draft} />
          <Button color="orange" onClick={continueToPayment}>
            {t('jobs.continueToPayment')}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
