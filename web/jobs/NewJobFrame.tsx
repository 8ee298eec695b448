import { Box, Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { newJobVideo } from './job-video.ts';
import { clearJobDraft, hasStarted, useJobDraft } from './draft.ts';
import { FlowSteps } from './FlowSteps.tsx';
import { LeaveFlow } from './LeaveFlow.tsx';
import { newJobPath } from './steps.ts';

type Props = {
  companyId: string;
  /** Whose job it is, where that is not one's own company. */
  companyName: string | null;
  children: ReactNode;
};

/** The frame of the four steps of a new job; an order that was made elsewhere, such as a copy's, is only paid in it. */
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
