import { Group, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { cityState } from '#shared/format.ts';
import { messages } from '#shared/messages.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { toast } from '#web/ui/toast.ts';
import { ContentFields } from './ContentFields.tsx';
import { contentFormSchema, type ContentValues } from './content-form.ts';
import { contentOf, toContentChanges } from './edit-content.ts';
import { jobQuery, useUpdateJob } from './queries.ts';

type Props = { id: string; back: { to: string; label: string } };

/** Changes what a job is; free in every state but closed (`product: Job states`). */
export function EditContentPage({ id, back }: Props) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const navigate = useNavigate();
  const update = useUpdateJob();
  const [before] = useState(() => contentOf(job));
  const [isDone, setIsDone] = useState(false);
  const form = useSchemaForm<ContentValues>(contentFormSchema, { initialValues: before });
  const send = async (values: ContentValues) => {
    const changes = toContentChanges(before, values);
    if (Object.keys(changes).length > 0) await update.mutateAsync({ id, ...changes });
    setIsDone(true);
    toast.success(messages.updated);
    await navigate({ href: back.to, ignoreBlocker: true });
  };
  return (
    <>
      <PageHeader title={`Edit ${job.title}`} back={back} description={cityState(job)} />
      <Form form={form} label="Job content" onSubmit={send}>
        <Stack gap="lg" maw="52rem">
          <ContentFields form={form} />
          <Group justify="flex-end">
            <SubmitButton>Save</SubmitButton>
          </Group>
        </Stack>
      </Form>
      <UnsavedChanges isDirty={() => !isDone && form.isDirty()} />
    </>
  );
}
