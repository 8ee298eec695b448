import { Group, Radio, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { messages } from '#shared/messages.ts';
import { channelFormSchema, type ChannelType, channelTypes } from '#shared/news/news.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { toast } from '#web/ui/toast.ts';
import { type Channel, useCreateChannel, useUpdateChannel } from './queries.ts';

type Props = {
  /** The channel to edit; a new one without it. */
  channel?: Channel;
  isOpen: boolean;
  onClose: () => void;
};

const meanings: Readonly<Record<ChannelType, string>> = {
  Mandatory: 'All members have it and can’t leave.',
  'Pre Subscribed': 'All members have it and can leave.',
  Open: 'Members choose to join.',
};

/** The slider in which a channel is made or edited. */
export function ChannelDrawer({ channel, isOpen, onClose }: Props) {
  return (
    <FormDrawer title={channel ? `Edit ${channel.name}` : 'New channel'} isOpen={isOpen} onClose={onClose}>
      <ChannelForm channel={channel} onDone={onClose} />
    </FormDrawer>
  );
}

type Values = { name: string; description: string; channelType: ChannelType; isActive: boolean };

function ChannelForm({ channel, onDone }: { channel: Channel | undefined; onDone: () => void }) {
  const create = useCreateChannel();
  const update = useUpdateChannel();
  const form = useSchemaForm<Values>(channelFormSchema, {
    initialValues: {
      name: channel?.name ?? '',
      description: channel?.description ?? '',
      channelType: channel?.channelType ?? 'Open',
      isActive: channel?.isActive ?? true,
    },
  });
  const send = async (values: Values) => {
    await (channel ? update.mutateAsync({ id: channel.id, ...values }) : create.mutateAsync(values));
    toast.success(channel ? messages.updated : `${values.name} created`);
    onDone();
  };
  return (
    <Form form={form} label={channel ? 'Edit channel' : 'New channel'} onSubmit={send}>
      <Stack gap="md">
        <TextInput label="Name" data-autofocus maxLength={100} key={form.key('name')} {...form.getInputProps('name')} />
        <Textarea
          label="Description"
          description="Optional. What members will find here."
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          key={form.key('description')}
          {...form.getInputProps('description')}
        />
        <Radio.Group label="Subscription" key={form.key('channelType')} {...form.getInputProps('channelType')}>
          <Stack gap="sm" mt="xs">
            {channelTypes.map((type) => (
              <Radio key={type} value={type} label={type} description={meanings[type]} />
            ))}
          </Stack>
        </Radio.Group>
        <Switch
          label="Active"
          description="Members only see active channels."
          key={form.key('isActive')}
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
        <Group justify="flex-end" mt="sm">
          <SubmitButton>{channel ? 'Save' : 'Create channel'}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
