import { ActionIcon, Menu } from '@mantine/core';
import { IconChartBar, IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { count } from '#shared/format.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Ad, useDeleteAd, useUpdateAd } from './queries.ts';

const size = 16;

/** What is done with an ad of the list. */
export function AdMenu({ ad }: { ad: Ad }) {
  const { id, title, isActive, version } = ad;
  const { ask, dialog } = useConfirm();
  const update = useUpdateAd();
  const remove = useDeleteAd();
  const isBusy = update.isPending || remove.isPending;

  const turn = () =>
    update.mutate(
      { id, version, isActive: !isActive },
      {
        onSuccess: ({ status }) =>
          toast.success(status === 'Off' ? `“${title}” turned off` : `“${title}” is on: ${status.toLowerCase()}`),
        onError: (error) => toast.error(error),
      },
    );
  const askToDelete = async () => {
    const message = `This also deletes its report (${count(ad.impressions, 'impression')}, ${count(ad.clicks, 'click')}). You can’t undo this.`;
    if (!(await ask({ title: `Delete “${title}”?`, message, confirmLabel: 'Delete ad', isDestructive: true }))) return;
    remove.mutate({ id }, { onSuccess: () => toast.success(`“${title}” deleted`), onError: (error) => toast.error(error) });
  };

  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${title}`} loading={isBusy}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={size} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/ads/manage/$id" params={{ id }} />}
          >
            Edit
          </Menu.Item>
          <Menu.Item
            leftSection={<IconChartBar size={size} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/ads/manage/$id/report" params={{ id }} />}
          >
            Report
          </Menu.Item>
          <Menu.Item
            leftSection={isActive ? <IconPlayerPause size={size} aria-hidden /> : <IconPlayerPlay size={size} aria-hidden />}
            onClick={turn}
          >
            {isActive ? 'Turn off' : 'Activate'}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={size} aria-hidden />}
            onClick={() => void askToDelete()}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
