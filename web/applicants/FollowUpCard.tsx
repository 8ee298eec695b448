import { ActionIcon, Anchor, Badge, Checkbox, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, startTransition, useOptimistic, useRef } from 'react';
import { dueTimes } from '#shared/applicants/follow-up.ts';
import { labelOf } from '#shared/catalogues.ts';
import { date, weekdayAndDate } from '#shared/format.ts';
import { errorText } from '#web/api/errors.ts';
import { useMe, useTimeZone } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { type FollowUp, useDeleteFollowUp, useUpdateFollowUp } from './follow-up-queries.ts';
import type { RecentlyDone } from './use-recently-done.ts';

type Props = {
  followUp: FollowUp;
  mayEdit: boolean;
  /** What the card says about the applicant, if the screen does not. */
  about?: ReactNode;
  recentlyDone: RecentlyDone;
  onEdit: (followUp: FollowUp) => void;
};

/** One follow-up: its checkbox, what to do, when and who, and a menu to change or delete it. */
export function FollowUpCard({ followUp, mayEdit, about, recentlyDone, onEdit }: Props) {
  const update = useUpdateFollowUp(followUp.id);
  const { id, task, doneAt } = followUp;
  const [isDone, showDone] = useOptimistic(doneAt !== null);
  const change = () => {
    if (!isDone) recentlyDone.remember(followUp);
    startTransition(async () => {
      showDone(!isDone);
      try {
        await update.mutateAsync({ id, isDone: !isDone });
        if (isDone) recentlyDone.forget(id);
        else recentlyDone.confirm(id);
      } catch {
        // The card shows the error.
        if (!isDone) recentlyDone.forget(id);
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
          disabled={!mayEdit}
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
          {about ? (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {about}
            </Text>
          ) : null}
          <When followUp={followUp} />
          {update.error ? (
            <Text size="xs" c="red" role="alert">
              {errorText(update.error)}
            </Text>
          ) : null}
        </Stack>
        {mayEdit && !isDone ? <FollowUpMenu followUp={followUp} onEdit={onEdit} /> : null}
      </Group>
    </Paper>
  );
}

/** The applicant of a follow-up, with the job. The link opens the applicant's page, from which the browser goes back to the list. */
export function FollowUpApplicant({ followUp }: Pick<Props, 'followUp'>) {
  const { applicantId, driverName, jobTitle } = followUp;
  return (
    <>
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link {...props} to="/company/applicants/$id" params={{ id: applicantId }} />}
      >
        {driverName}
      </Anchor>{' '}
      · {jobTitle}
    </>
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
        {writeText(weekdayAndDate(dueOn))}
        {owner?.id === me.id ? '' : ` · ${owner ? owner.name : t('followUps.anyone')}`}
      </Text>
    </Group>
  );
}

function FollowUpMenu({ followUp, onEdit }: Pick<Props, 'followUp' | 'onEdit'>) {
  const remove = useDeleteFollowUp();
  const button = useRef<HTMLButtonElement>(null);
  const { ask, dialog } = useConfirm();
  const { id, task } = followUp;
  // A dialog returns the focus to what had it before, and the menu's entries are gone by then.
  const edit = () => {
    button.current?.focus();
    onEdit(followUp);
  };
  const confirm = async () => {
    button.current?.focus();
    const isConfirmed = await ask({
      title: t('followUps.deleteTitle', { task }),
      message: t('followUps.deleteMeaning'),
      confirmLabel: t('common.deleteButton'),
      isDestructive: true,
    });
    if (isConfirmed) remove.mutate({ id }, { onError: (error) => toast.error(error) });
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon ref={button} variant="subtle" color="gray" aria-label={t('followUps.actions', { task })}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={edit}>{t('common.edit')}</Menu.Item>
          <Menu.Item color="red" onClick={() => void confirm()}>
            {t('common.deleteButton')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
