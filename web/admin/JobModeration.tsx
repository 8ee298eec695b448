import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconEye, IconEyeOff, IconMapPin, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { mayMove } from '#shared/jobs/jobs.ts';
import type { Job } from '#web/jobs/queries.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDisableJob, useEnableJob } from './queries.ts';

const size = 16;

/** What an administrator does with somebody's job: edit it and its address, take it down and put it back. */
export function JobModeration({ job }: { job: Pick<Job, 'id' | 'title' | 'status'> }) {
  const { ask, dialog } = useConfirm();
  const disable = useDisableJob();
  const enable = useEnableJob();
  const { id, title, status } = job;
  const takeDown = async () => {
    const message = 'This removes the job from search. The company keeps its applicants, and we’ll email the employer.';
    if (!(await ask({ title: `Disable “${title}”?`, message, confirmLabel: 'Disable job', isDestructive: true }))) return;
    await disable.mutateAsync({ id }).then(
      () => toast.success(`“${title}” disabled`),
      (error: unknown) => toast.error(error),
    );
  };
  const putBack = () =>
    enable.mutateAsync({ id }).then(
      () => toast.success(`“${title}” is live again`),
      (error: unknown) => toast.error(error),
    );
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Actions for ${title}`}
            loading={disable.isPending || enable.isPending}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {status === 'CLOSED' ? null : (
            <>
              <Menu.Item
                leftSection={<IconPencil size={size} aria-hidden />}
                renderRoot={(props) => <Link {...props} to="/admin/company-list/$id/job-content" params={{ id }} />}
              >
                Edit job content
              </Menu.Item>
              <Menu.Item
                leftSection={<IconMapPin size={size} aria-hidden />}
                renderRoot={(props) => <Link {...props} to="/admin/company-list/$id/address" params={{ id }} />}
              >
                Change location
              </Menu.Item>
            </>
          )}
          {mayMove(status, 'disable') ? (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconEyeOff size={size} aria-hidden />}
              onClick={() => void takeDown()}
            >
              Disable job
            </Menu.Item>
          ) : null}
          {mayMove(status, 'enable') ? (
            <Menu.Item leftSection={<IconEye size={size} aria-hidden />} onClick={() => void putBack()}>
              Enable job
            </Menu.Item>
          ) : null}
          {status === 'CLOSED' ? <Menu.Label>Closed jobs can’t be changed</Menu.Label> : null}
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
