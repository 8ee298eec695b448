import { Group, Modal, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { postTitleField } from '#shared/news/news.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { useCreatePost } from './queries.ts';

const schema = z.object({ title: postTitleField });

type Props = { channelId: string; isOpen: boolean; onClose: () => void };

/** A post begins with its title, as a draft that saves itself from then on. */
export function NewPostDialog({ channelId, isOpen, onClose }: Props) {
  const create = useCreatePost();
  const navigate = useNavigate();
  const form = useSchemaForm(schema, { initialValues: { title: '' } });
  return (
    <Modal opened={isOpen} onClose={onClose} title="New post" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form
        form={form}
        label="New post"
        onSubmit={async ({ title }) => {
          const { id } = await create.mutateAsync({ channelId, title });
          await navigate({ to: '/news/$id/posts/$postId', params: { id: channelId, postId: id } });
        }}
      >
        <Stack gap="md">
          <TextInput label="Title" data-autofocus maxLength={200} key={form.key('title')} {...form.getInputProps('title')} />
          <Group justify="flex-end">
            <SubmitButton>Write post</SubmitButton>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
