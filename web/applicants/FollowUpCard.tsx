import { ActionIcon, Anchor, Badge, Checkbox, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { startTransition, useOptimistic, useState } from 'react';
import { dueTimes } from '#shared/applicants/follow-up.ts';
import { dayText } from '#shared/applicants/interview.ts';
import { labelOf } from '#shared/catalogues.ts';
import { date } from '#shared/format.ts';
import { useMe, useTimeZone } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { FormModal } from '#web/ui/form/FormDrawer.tsx';
import { toast } from '#web/ui/toast.ts';
import { type FollowUp, useDeleteFollowUp, useUpdateFollowUp } from './follow-up-queries.ts';
import { EditFollowUp } from './FollowUpForm.tsx';

type Props = {
  followUp: FollowUp;
  /** The company that an administrator chose. Undefined for the user's own company. */
  companyId: string | undefined;
  mayEdit: boolean;
  /** Whether the applicant is named, with a link. */
  showsApplicant?: boolean;
  /** Called before a follow-up is marked as done. */
  onDone?: (followUp: FollowUp) => void;
  /** Called after a follow-up was opened again, or could not be marked as done. */
  onReopened?: (id: string) => void;
};

/** One follow-up: its checkbox, what to do, when and who, and a menu to change or delete it. */
export function FollowUpCard({ followUp, companyId, mayEdit, showsApplicant = false, onDone, onReopened }: Props) {
  const update = useUpdateFollowUp();
  const { id, task, doneAt } = followUp;
  const [isDone, showDone] = useOptimistic(doneAt !== null);
  const change = () => {
    if (!isDone) onDone?.(followUp);
    startTransition(async () => {
      showDone(!isDone);
      try {
        await update.mutateAsync({ id, isDone: !isDone });
        if (isDone) onReopened?.(id);
      } catch (error) {
        if (!isDone) onReopened?.(id);
        toast.error(error);
      }
    });
  };
  return (
    <Paper withBorder px="sm" py="xs">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Checkbox
          mt={2}
          aria-label={isDone ? t('followUps.reopen', { task }) : t('followUps.markDone', { task })}
          checked={isDone}
          disabled={!mayEdit || update.isPending}
          onChange={change}
        />
        <Stack gap={2} flex={1} miw={0}>
          <Text
            size="sm"
            fw={600}
            c={isDone ? 'dimmed' : undefined}
            td={isDone ? 'line-through' : undefined}
            style={{ overflowWrap: 'anywhere' }}
          >
            {task}
          </Text>
          {showsApplicant ? <ApplicantLink followUp={followUp} companyId={companyId} /> : null}
          <When followUp={followUp} />
        </Stack>
        {mayEdit && !isDone ? <FollowUpMenu followUp={followUp} companyId={companyId} /> : null}
      </Group>
    </Paper>
  );
}

function ApplicantLink({ followUp, companyId }: Pick<Props, 'followUp' | 'companyId'>) {
  const { applicantId, driverName, jobTitle } = followUp;
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      <Anchor
        inherit
        renderRoot={(props) => (
          <Link {...props} to="/company/applicants" search={{ applicant: applicantId, company: companyId }} />
        )}
      >
        {driverName}
      </Anchor>{' '}
      · {jobTitle}
    </Text>
  );
}

/** The day and the owner, or when and by whom it was done. */
function When({ followUp }: Pick<Props, 'followUp'>) {
  const me = useMe();
  const timeZone = useTimeZone();
  const { due, dueOn, owner, doneAt, doneBy } = followUp;
  if (doneAt !== null)
    return (
      <Text size="xs" c="dimmed">
        {t('followUps.doneOn', { date: date(doneAt, timeZone) })}
        {doneBy ? ` · ${doneBy.name}` : ''}
      </Text>
    );
  return (
    <Group gap="xs">
      {due === 'later' ? null : (
        <Badge size="sm" tt="none" variant="light" color={due === 'overdue' ? 'red' : 'amber'}>
          {labelOf(dueTimes, due, writeText)}
        </Badge>
      )}
      <Text size="xs" c="dimmed">
        {dayText(t, dueOn)}
        {owner?.id === me.id ? '' : ` · ${owner ? owner.name : t('followUps.nobody')}`}
      </Text>
    </Group>
  );
}

function FollowUpMenu({ followUp, companyId }: Pick<Props, 'followUp' | 'companyId'>) {
  const remove = useDeleteFollowUp();
  const { ask, dialog } = useConfirm();
  const [isEditing, setIsEditing] = useState(false);
  const { id, task } = followUp;
  const confirm = async () => {
    const isConfirmed = await ask({
      title: t('followUps.deleteTitle'),
      message: t('followUps.deleteMeaning', { task }),
      confirmLabel: t('common.deleteButton'),
      isDestructive: true,
    });
    if (isConfirmed) remove.mutate({ id }, { onError: (error) => toast.error(error) });
  };
  const close = () => setIsEditing(false);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('followUps.actions', { task })}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setIsEditing(true)}>{t('common.edit')}</Menu.Item>
          <Menu.Item color="red" onClick={() => void confirm()}>
            {t('common.deleteButton')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <FormModal title={t('followUps.edit')} isOpen={isEditing} onClose={close}>
        <EditFollowUp followUp={followUp} companyId={companyId} onDone={close} />
      </FormModal>
      {dialog}
    </>
  );
}
