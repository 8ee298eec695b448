import { Box, Button, Group, Input, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { missingFacts, usefulFacts } from '#shared/jobs/description-facts.ts';
import { jobFields } from '#shared/jobs/job-fields.ts';
import type { WritingSource } from '#shared/jobs/writing.ts';
import { errorText } from '#web/api/errors.ts';
import { list } from '#web/browser/format.ts';
import { LazyEditor } from '#web/rich-text/RichText.tsx';
import { t, writeText } from '#web/texts/app.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import { GeneratedMark } from '#web/ui/GeneratedMark.tsx';
import { type ContentValues, factsOf, hasContent, toInitialContent } from './content-form.ts';
import { uploadImage } from './queries.ts';
import { WriteWithHelp } from './WriteWithHelp.tsx';

type Props = { form: SchemaForm<ContentValues>; companyId: string };

/** The text before the generated one and whether it was generated too, and what wrote the generated one. */
type Generation = {
  before: ContentValues['jobDescription'];
  wasGenerated: boolean;
  source: WritingSource | 'fallback';
};

const label = writeText(jobFields.jobDescription.label);

/** The job description in the shared editor, which is loaded separately, with help to write it. */
export function DescriptionField({ form, companyId }: Props) {
  const id = useId();
  const { error, onBlur } = form.getInputProps('jobDescription');
  const isGenerated = form.useWatchValue('isDescriptionGenerated');
  const [generation, setGeneration] = useState<Generation | null>(null);
  const [problem, setProblem] = useState<unknown>(null);

  const change = (jobDescription: ContentValues['jobDescription'], isDescriptionGenerated: boolean) => {
    form.setFieldValue('jobDescription', jobDescription);
    form.setFieldValue('isDescriptionGenerated', isDescriptionGenerated);
    form.clearFieldError('jobDescription');
  };
  const restore = ({ before, wasGenerated }: Generation) => {
    change(before, wasGenerated);
    setGeneration(null);
  };

  return (
    <div>
      <Group justify="space-between" align="flex-end" gap="xs">
        <Input.Label labelElement="div" required>
          {label}
        </Input.Label>
        <WriteWithHelp
          form={form}
          companyId={companyId}
          onStart={() => setProblem(null)}
          onError={setProblem}
          onWritten={(jobDescription, source) => {
            const { jobDescription: before, isDescriptionGenerated: wasGenerated } = form.getValues();
            setGeneration({ before, wasGenerated, source });
            change(jobDescription, true);
          }}
        />
      </Group>
      {problem ? (
        <Text c="red" size="sm" mt={4} role="alert">
          {errorText(problem)}
        </Text>
      ) : null}
      <Stack gap="xs" mt={4}>
        {isGenerated ? (
          <GeneratedMark
            title={t('jobs.draftToCheck')}
            actions={
              generation ? (
                <Button variant="default" size="xs" onClick={() => restore(generation)}>
                  {t('jobs.undoDraft')}
                </Button>
              ) : null
            }
          >
            {generation ? t('jobs.draftBySource', { source: generation.source }) : null} <MissingFacts form={form} />
          </GeneratedMark>
        ) : generation && hasContent(generation.before) ? (
          <Button variant="subtle" size="xs" style={{ alignSelf: 'start' }} onClick={() => restore(generation)}>
            {t('jobs.restoreEarlierText')}
          </Button>
        ) : null}
        <Box onBlur={onBlur}>
          <LazyEditor
            key={form.key('jobDescription')}
            kind="description"
            content={toInitialContent(form.getValues().jobDescription)}
            label={label}
            error={error ? `${id}-error` : undefined}
            sendImage={uploadImage}
            onChange={(read) => {
              form.setFieldValue('jobDescription', read(), { forceUpdate: false });
              if (form.getValues().isDescriptionGenerated) form.setFieldValue('isDescriptionGenerated', false);
            }}
          />
        </Box>
      </Stack>
      {error ? (
        <Input.Error id={`${id}-error`} mt={5}>
          {error}
        </Input.Error>
      ) : null}
    </div>
  );
}

/** Names the empty fields of the form that a draft would use. */
function MissingFacts({ form }: { form: SchemaForm<ContentValues> }) {
  const [names, setNames] = useState(() => missingFacts(factsOf(form.getValues())));
  for (const name of usefulFacts) form.watch(name, () => setNames(missingFacts(factsOf(form.getValues()))));
  if (names.length === 0) return null;
  return t('jobs.addForBetterDraft', { fields: list(names.map((name) => writeText(jobFields[name].label))) });
}
