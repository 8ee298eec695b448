import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { count } from '#shared/format.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { ChannelDrawer } from './ChannelDrawer.tsx';
import { type Channel, useDeleteChannel, useUpdateChannel } from './queries.ts';

type Props = {
  channel: Channel;
  isOnPage?: boolean;
  /** Called once the channel is gone. */
  onDeleted?: () => void;
};

const size = 16;

/** What those who run the news do with a channel. */
export function ChannelMenu({ channel, isOnPage = false, onDeleted }: Props) {
  const { id, name, isActive, posts } = channel;
  const [isEditing, editing] = useDisclosure(false);
  const { ask, dialog } = useConfirm();
  const update = useUpdateChannel();
  const remove = useDeleteChannel();
  const onError = (error: unknown) => toast.error(error);
  const toggle = () =>
    update.mutate(
      { id, isActive: !isActive },
      { onError, onSuccess: () => toast.success(isActive ? `${name} deactivated` : `${name} is active`) },
    );
  const askToDelete = async () => {
    const isSure = await ask({
      title: `Delete “${name}”?`,
      message:
        posts > 0
          ? `This also deletes its ${count(posts, 'post')} and their views. You can’t undo this.`
          : 'You can’t undo this.',
      confirmLabel: 'Delete',
      isDestructive: true,
    });
    if (!isSure) return;
    remove.mutate(
      { id },
      {
        onError,
        onSuccess: () => {
          toast.success(`${name} deleted`);
          onDeleted?.();
        },
      },
    );
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant={isOnPage ? 'default' : 'subtle'}
            color="gray"
            size={isOnPage ? 'lg' : 'md'}
            aria-label={`Actions for ${name}`}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={size} aria-hidden />} onClick={editing.open}>
            Edit
          </Menu.Item>
          <Menu.Item
            leftSection={isActive ? <IconPlayerPause size={size} aria-hidden /> : <IconPlayerPlay size={size} aria-hidden />}
            onClick={toggle}
          >
            {isActive ? 'Deactivate' : 'Activate'}
          </Menu.Item>
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={size} aria-hidden />}
            onClick={() => void askToDelete()}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ChannelDrawer channel={channel} isOpen={isEditing} onClose={editing.close} />
      {dialog}
    </>
  );
}
