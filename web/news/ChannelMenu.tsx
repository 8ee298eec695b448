import { ActionIcon, Menu, Group, Radio, Stack, Switch, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import {
  channelFields,
  channelFormSchema,
  type ChannelType,
  channelTypes,
  type ChannelValues,
  channelTypeLabels,
} from '#shared/news/news.ts';
import { propertyOf, inputsOf } from '#shared/resource.ts';
import { t, writeText } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { createFieldInput } from '#web/ui/form/FieldInput.tsx';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Channel, useDeleteChannel, useUpdateChannel, useCreateChannel } from './queries.ts';

const ChannelInput = createFieldInput(channelFields, { flag: Switch });

type ChannelDrawerProps = {
  /** The channel to edit. It is absent when a new channel is created. */
  channel?: Channel;
  isOpen: boolean;
  onClose: () => void;
};

const channelTypeHints: Readonly<Record<ChannelType, string>> = {
  Mandatory: t('news.mandatoryTypeHint'),
  'Pre Subscribed': t('news.preSubscribedTypeHint'),
  Open: t('news.openTypeHint'),
};

export function ChannelDrawer({ channel, isOpen, onClose }: ChannelDrawerProps) {
  return (
    <FormDrawer
      title={channel ? t('news.editChannelTitle', { name: channel.name }) : t('news.newChannel')}
      isOpen={isOpen}
      onClose={onClose}
    >
      <ChannelForm channel={channel} onDone={onClose} />
    </FormDrawer>
  );
}

export function ChannelForm({ channel, onDone }: { channel: Channel | undefined; onDone: () => void }) {
  const create = useCreateChannel();
  const update = useUpdateChannel();
  const form = useSchemaForm<ChannelValues>(channelFormSchema, {
    initialValues: channel ? inputsOf(channelFields, channel) : propertyOf(channelFields, 'empty'),
  });
  const send = async (values: ChannelValues) => {
    await (channel ? update.mutateAsync({ id: channel.id, ...values }) : create.mutateAsync(values));
    toast.success(channel ? t('errors.updated') : t('news.channelCreated', { name: values.name }));
    onDone();
  };
  return (
    <Form form={form} label={channel ? t('news.editChannel') : t('news.newChannel')} onSubmit={send}>
      <Stack gap="md">
        <ChannelInput form={form} name="name" required={false} data-autofocus />
        <Textarea
          label={writeText(channelFields.description.label)}
          description={writeText(channelFields.description.hint)}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          key={form.key('description')}
          {...form.getInputProps('description')}
        />
        <Radio.Group
          label={writeText(channelFields.channelType.label)}
          key={form.key('channelType')}
          {...form.getInputProps('channelType')}
        >
          <Stack gap="sm" mt="xs">
            {channelTypes.map((type) => (
              <Radio key={type} value={type} label={writeText(channelTypeLabels[type])} description={channelTypeHints[type]} />
            ))}
          </Stack>
        </Radio.Group>
        <ChannelInput form={form} name="isActive" />
        <Group justify="flex-end" mt="sm">
          <SubmitButton>{channel ? t('common.save') : t('news.createChannel')}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}

type Props = {
  channel: Channel;
  isOnPage?: boolean;
  /** Called after the channel was deleted. */
  onDeleted?: () => void;
};

const iconSize = 16;

/** The actions that news staff can take on a channel. */
export function ChannelMenu({ channel, isOnPage = false, onDeleted }: Props) {
  const { id, name, isActive, posts } = channel;
  const [isEditDrawerOpen, editDrawer] = useDisclosure(false);
  const { ask, dialog } = useConfirm();
  const update = useUpdateChannel();
  const remove = useDeleteChannel();
  const onError = (error: unknown) => toast.error(error);
  const toggleActive = () =>
    update.mutate(
      { id, isActive: !isActive },
      {
        onError,
        onSuccess: () => toast.success(isActive ? t('news.channelDeactivated', { name }) : t('news.channelActivated', { name })),
      },
    );
  const askToDelete = async () => {
    const isConfirmed = await ask({
      title: t('news.deleteChannelConfirm', { name }),
      message: posts > 0 ? t('news.deleteChannelPostsWarning', { count: posts }) : t('common.cannotBeUndone'),
      confirmLabel: t('common.deleteButton'),
      isDestructive: true,
    });
    if (!isConfirmed) return;
    remove.mutate(
      { id },
      {
        onError,
        onSuccess: () => {
          toast.success(t('news.channelDeleted', { name }));
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
            aria-label={t('common.actionsForName', { name })}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={iconSize} aria-hidden />} onClick={editDrawer.open}>
            {t('common.edit')}
          </Menu.Item>
          <Menu.Item
            leftSection={
              isActive ? <IconPlayerPause size={iconSize} aria-hidden /> : <IconPlayerPlay size={iconSize} aria-hidden />
            }
            onClick={toggleActive}
          >
            {isActive ? t('common.deactivate') : t('common.activate')}
          </Menu.Item>
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={iconSize} aria-hidden />}
            onClick={() => void askToDelete()}
          >
            {t('common.deleteButton')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ChannelDrawer channel={channel} isOpen={isEditDrawerOpen} onClose={editDrawer.close} />
      {dialog}
    </>
  );
}
