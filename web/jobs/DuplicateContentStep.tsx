import { Group, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { Section } from '#web/ui/Section.tsx';
import { ContentFields } from './ContentFields.tsx';
import { contentFormSchema, type ContentValues } from './content-form.ts';
import { contentOfCopy, duplicateSteps } from './duplicate.ts';
import { DuplicateFrame } from './DuplicateFrame.tsx';
import { contentOf, toContentChanges, toSchedule } from './edit-content.ts';
import { editedJobVideo } from './job-video.ts';
import { PostingFields } from './PostingFields.tsx';
import { jobQuery, useDuplicateJob, useUpdateJob } from './queries.ts';

type Props = { id: string; copyId: string | undefined };

/** First step: the content of the copy, which is made when it is left with Continue. */
export function DuplicateContentStep({ id, copyId }: Props) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const { data: stored } = useSuspenseQuery(jobQuery(copyId ?? id));
  const navigate = useNavigate();
  const duplicate = useDuplicateJob();
  const update = useUpdateJob();
  const video = editedJobVideo(`copy of ${id}`);
  /** Made once, also when what follows has to be tried again. */
  const made = useRef(copyId);
  const before = copyId ? contentOf(stored) : contentOfCopy(stored);
  const form = useSchemaForm<ContentValues>(contentFormSchema, { initialValues: before });

  const send = async (given: ContentValues) => {
    const uploaded = await video.settled();
    const values = uploaded === null ? given : { ...given, videoUrl: uploaded };
    made.current ??= (await duplicate.mutateAsync({ id })).id;
    const copy = made.current;
    await update.mutateAsync({ id: copy, ...toContentChanges(before, values), ...toSchedule(values) });
    const [here, next] = duplicateSteps;
    const to = { params: { id }, search: { copy }, ignoreBlocker: true };
    await navigate({ to: here.to, ...to, replace: true });
    await navigate({ to: next.to, ...to });
  };

  return (
    <DuplicateFrame job={job} copyId={copyId} current={0}>
      <Form form={form} label="Job content" onSubmit={send}>
        <Stack gap="lg">
          <ContentFields form={form} companyId={job.companyId} video={{ uploader: video }} />
          <Section title="Posting">
            <PostingFields form={form} />
          </Section>
          <Group justify="flex-end">
            <SubmitButton>Continue to location</SubmitButton>
          </Group>
        </Stack>
      </Form>
      <UnsavedChanges isDirty={() => form.isDirty()} />
    </DuplicateFrame>
  );
}
