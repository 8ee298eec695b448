import { Group, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { cityState } from '#shared/format.ts';
import { mergeEdits } from '#shared/resource.ts';
import { codeOf } from '#web/api/errors.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { EditConflict, UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import {
  conflictTexts,
  toContentValues,
  toContentChanges,
  toSchedule,
  contentFormSchema,
  type ContentValues,
} from './content-form.ts';
import { ContentFields, PostingFields } from './ContentFields.tsx';
import { isEditable, isSchedulable } from './job-actions.ts';
import { NotEditable } from './NotEditable.tsx';
import { getJobVideoUploader } from './posting.ts';
import { type JobDetail, jobQuery, fetchJob, useUpdateJob } from './queries.ts';

type BackLink = { to: string; label: string };
type EditBase = { values: ContentValues; version: number };

const toEditBase = (job: JobDetail): EditBase => ({ values: toContentValues(job), version: job.version });

/** Changes a job's content, which is free in every state except closed (`docs/product/jobs.md#editing-a-job`). */
export function EditContentPage({ id, back }: { id: string; back: BackLink }) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  if (!isEditable(job)) return <NotEditable job={job} title={t('jobs.editTitle', { title: job.title })} back={back} />;
  return <EditContent job={job} back={back} />;
}

/** The posting date and auto-renew for the request, if they changed and the job is not posted yet. */
function toScheduleChanges(job: JobDetail, before: ContentValues, after: ContentValues) {
  const isSame = before.postingDay === after.postingDay && before.autoRenew === after.autoRenew;
  return isSame || !isSchedulable(job) ? {} : toSchedule(after);
}

/**
 * Sends only the fields that this user changed, to keep other people's changes. If someone else changed the same field, the
 * user chooses between the two versions.
 */
function EditContent({ job, back }: { job: JobDetail; back: BackLink }) {
  const { id } = job;
  const navigate = useNavigate();
  const update = useUpdateJob();
  const video = getJobVideoUploader(id);
  const [base, setBase] = useState(() => toEditBase(job));
  const [conflict, setConflict] = useState<{ remote: ContentValues; fields: ReturnType<typeof conflictTexts> } | null>(null);
  const form = useSchemaForm<ContentValues>(contentFormSchema, { initialValues: base.values });

  const send = async (newValues: ContentValues, editBase: EditBase = base): Promise<void> => {
    const changes = { ...toContentChanges(editBase.values, newValues), ...toScheduleChanges(job, editBase.values, newValues) };
    try {
      if (Object.keys(changes).length > 0) await update.mutateAsync({ id, version: editBase.version, ...changes });
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      return mergeAndRetry(newValues, editBase);
    }
    toast.success(t('errors.updated'));
    await navigate({ href: back.to, ignoreBlocker: true });
  };

  /** Waits for the video's upload first. If it fails, nothing is saved (`docs/product/jobs.md#editing-a-job`). */
  const sendWithVideo = async (values: ContentValues): Promise<void> => {
    const uploadedUrl = await video.settled();
    await send(uploadedUrl === null ? values : { ...values, videoUrl: uploadedUrl });
  };

  const mergeAndRetry = async (newValues: ContentValues, editBase: EditBase): Promise<void> => {
    const storedBase = toEditBase(await fetchJob(id));
    const { merged, clashes } = mergeEdits(editBase.values, newValues, storedBase.values);
    if (clashes.length === 0) return send(merged, storedBase);
    setBase(storedBase);
    form.setValues(merged);
    setConflict({ remote: storedBase.values, fields: conflictTexts(clashes, storedBase.values, newValues) });
  };

  return (
    <>
      <PageHeader title={t('jobs.editTitle', { title: job.title })} back={back} description={cityState(job)} />
      <Form form={form} label={t('jobs.jobContent')} onSubmit={sendWithVideo}>
        {conflict ? (
          <EditConflict
            fields={conflict.fields}
            onAcceptRemote={() => {
              form.setValues(conflict.remote);
              form.resetDirty(conflict.remote);
              setConflict(null);
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
