import { Group, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { cityState } from '#shared/format.ts';
import { mergeEdits } from '#shared/resource.ts';
import { codeOf } from '#web/errors.ts';
import { t } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { EditConflict, UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { toast } from '#web/ui/toast.ts';
import { ContentFields, PostingFields } from './ContentFields.tsx';
import { NotEditable } from './NotEditable.tsx';
import { conflictTexts, contentOf, toContentChanges, toSchedule, contentFormSchema, type ContentValues } from './content-form.ts';
import { isEditable, isSchedulable } from './job-acts.ts';
import { editedJobVideo } from './posting.ts';
import { type JobDetail, jobQuery, readJob, useUpdateJob } from './queries.ts';

type Back = { to: string; label: string };
type Base = { values: ContentValues; version: number };

const baseOf = (job: JobDetail): Base => ({ values: contentOf(job), version: job.version });

/** Changes a job's content, which is free in every state except closed (`docs/product/jobs.md#editing-a-job`). */
export function EditContentPage({ id, back }: { id: string; back: Back }) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  if (!isEditable(job)) return <NotEditable job={job} title={t('jobs.editTitle', { title: job.title })} back={back} />;
  return <EditContent job={job} back={back} />;
}

/** The changed posting date of a job that is not posted yet. */
function toScheduleChanges(job: JobDetail, before: ContentValues, after: ContentValues) {
  const isSame = before.postingDay === after.postingDay && before.autoRenew === after.autoRenew;
  return isSame || !isSchedulable(job) ? {} : toSchedule(after);
}

/** Sends only what was changed here, so that other people's changes are kept. If both changed a field, the user is asked. */
function EditContent({ job, back }: { job: JobDetail; back: Back }) {
  const { id } = job;
  const navigate = useNavigate();
  const update = useUpdateJob();
  const video = editedJobVideo(id);
  const [base, setBase] = useState(() => baseOf(job));
  const [clash, setClash] = useState<{ remote: ContentValues; fields: ReturnType<typeof conflictTexts> } | null>(null);
  const form = useSchemaForm<ContentValues>(contentFormSchema, { initialValues: base.values });

  const send = async (local: ContentValues, from: Base = base): Promise<void> => {
    const changes = { ...toContentChanges(from.values, local), ...toScheduleChanges(job, from.values, local) };
    try {
      if (Object.keys(changes).length > 0) await update.mutateAsync({ id, version: from.version, ...changes });
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      return mergeAndRetry(local, from);
    }
    toast.success(t('errors.updated'));
    await navigate({ href: back.to, ignoreBlocker: true });
  };

  /** Uploads the video first. If that fails, nothing is changed (`docs/product/jobs.md#editing-a-job`). */
  const sendWithVideo = async (values: ContentValues): Promise<void> => {
    const uploaded = await video.settled();
    await send(uploaded === null ? values : { ...values, videoUrl: uploaded });
  };

  const mergeAndRetry = async (local: ContentValues, from: Base): Promise<void> => {
    const stored = baseOf(await readJob(id));
    const { merged, clashes } = mergeEdits(from.values, local, stored.values);
    if (clashes.length === 0) return send(merged, stored);
    setBase(stored);
    form.setValues(merged);
    setClash({ remote: stored.values, fields: conflictTexts(clashes, stored.values, local) });
  };

  return (
    <>
      <PageHeader title={t('jobs.editTitle', { title: job.title })} back={back} description={cityState(job)} />
      <Form form={form} label={t('jobs.jobContent')} onSubmit={sendWithVideo}>
        {clash ? (
          <EditConflict
            fields={clash.fields}
            onAcceptRemote={() => {
              form.setValues(clash.remote);
              form.resetDirty(clash.remote);
              setClash(null);
            }}
          />
        ) : null}
        <Stack gap="lg" maw="52rem">
          <ContentFields form={form} companyId={job.companyId} video={{ uploader: video }} />
          {isSchedulable(job) ? (
            <Section title={t('jobs.posting')}>
              <PostingFields form={form} />
            </Section>
          ) : null}
          <Group justify="flex-end">
            <SubmitButton>{t('common.save')}</SubmitButton>
          </Group>
        </Stack>
      </Form>
      <UnsavedChanges isDirty={() => form.isDirty() || video.state().status === 'uploading'} />
    </>
  );
}
