import { Group, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { Section } from '#web/ui/Section.tsx';
import { contentFormSchema, type ContentValues } from './content-form.ts';
import { ContentFields } from './ContentFields.tsx';
import { changeJobDraft, readJobDraft } from './draft.ts';
import { newJobVideo } from './job-video.ts';
import { PostingFields } from './PostingFields.tsx';
import { steps } from './steps.ts';

/** First step: what the job is. Every change is kept at once. */
export function JobContentStep({ companyId }: { companyId: string }) {
  const navigate = useNavigate();
  const form = useSchemaForm<ContentValues>(contentFormSchema, {
    initialValues: readJobDraft(companyId).content,
    onValuesChange: (content) => changeJobDraft(companyId, { content }),
  });
  /** Also when another step is on the screen by then. */
  const keepVideo = (videoUrl: string) =>
    changeJobDraft(companyId, { content: { ...readJobDraft(companyId).content, videoUrl } });
  return (
    <Form form={form} label="Job content" onSubmit={() => navigate({ to: steps[1].path })}>
      <Stack gap="lg">
        <ContentFields form={form} companyId={companyId} video={{ uploader: newJobVideo(companyId), onUploaded: keepVideo }} />
        <Section title="Posting">
          <PostingFields form={form} />
        </Section>
        <Group justify="flex-end">
          <SubmitButton>Continue to locations</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
