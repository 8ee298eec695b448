import { Box, Input } from '@mantine/core';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { useId } from 'react';
import { LazyEditor } from '#web/rich-text/LazyEditor.tsx';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';
import type { ContentValues } from './content-form.ts';
import { startOf } from './description.ts';
import { sendImage } from './queries.ts';

/** The job description in the shared editor, which comes as a chunk of its own. */
export function DescriptionField({ form }: { form: SchemaForm<ContentValues> }) {
  const id = useId();
  const { error, onBlur } = form.getInputProps('jobDescription');
  return (
    <Input.Wrapper
      label={jobFields.jobDescription.label}
      labelElement="div"
      required
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <Box mt={4} onBlur={onBlur}>
        <LazyEditor
          key={form.key('jobDescription')}
          content={startOf(form.getValues().jobDescription)}
          label={jobFields.jobDescription.label}
          error={error ? `${id}-error` : undefined}
          sendImage={sendImage}
          onChange={(read) => form.setFieldValue('jobDescription', read(), { forceUpdate: false })}
        />
      </Box>
    </Input.Wrapper>
  );
}
