import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { queryClient } from '#web/query-client.ts';
import { writeText } from '#web/texts/app.ts';
import { useSchemaForm } from '#web/ui/form/Form.tsx';
import { uploaderOf } from '#web/uploads/uploader.ts';
import { contentFormSchema, emptyContent } from './content-form.ts';
import { ContentFields, PostingFields } from './ContentFields.tsx';

function Form() {
  // A job with a requisition number shows the field even if the company does not use requisition numbers.
  const form = useSchemaForm(contentFormSchema, { initialValues: { ...emptyContent, requisiteNumber: 'R-1' } });
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <ContentFields
          form={form}
          companyId="01999999-0000-7000-8000-000000000000"
          video={{ uploader: uploaderOf('test', '/jobs/multimedia/upload') }}
        />
        <PostingFields form={form} />
      </MantineProvider>
    </QueryClientProvider>
  );
}

test('each field of a job that has an input is on the form', () => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  const html = renderToStaticMarkup(<Form />);
  const inputs = Object.entries(jobFields).filter(([, field]) => 'empty' in field);
  const missingFields = inputs.filter(
    ([name, { label }]) => !html.includes(`data-path="${name}"`) && !html.includes(`>${writeText(label)}<`),
  );
  expect(missingFields).toEqual([]);
});
