import { Button, Group, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { commonTitles, offeredDetails, type TitleDetails } from '#shared/jobs/title-details.ts';
import { fieldText } from '#shared/resource.ts';
import { t, writeText } from '#web/texts/app.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import type { ContentValues } from './content-form.ts';
import { JobInput } from './JobInput.tsx';

type DetailName = keyof TitleDetails;
/** Every detail that a title can reveal. A new one does not compile until it is here. */
const allDetails: Record<DetailName, true> = {
  jobType: true,
  cdlClass: true,
  homeTime: true,
  requiredExperience: true,
  endorsements: true,
};
const detailNames = Object.keys(allDetails) as DetailName[];

const isEmpty = (value: string | readonly string[] | null) => value === null || value.length === 0;

/** The details of the title whose fields are still empty. */
function missingDetails(values: ContentValues): Partial<Record<DetailName, string | string[]>> {
  const details = offeredDetails(values.title, values.jobType);
  const names = detailNames.filter((name) => details[name] !== undefined && isEmpty(values[name]));
  return Object.fromEntries(names.map((name) => [name, details[name]]));
}

function labelsOf(details: Partial<Record<DetailName, string | string[]>>): string {
  const answered = detailNames.filter((name) => details[name] !== undefined);
  return answered.flatMap((name) => fieldText(jobFields[name], details[name], writeText) ?? []).join(', ');
}

/** The job's title with common titles as suggestions, and an offer to fill in the empty fields that the title answers. */
export function TitleField({ form }: { form: SchemaForm<ContentValues> }) {
  const listId = useId();
  const [offered, setOffered] = useState(() => missingDetails(form.getValues()));
  const update = () => setOffered(missingDetails(form.getValues()));
  form.watch('title', update);
  for (const name of detailNames) form.watch(name, update);
  const fillIn = () => {
    for (const [name, value] of Object.entries(missingDetails(form.getValues()))) form.setFieldValue(name, value);
    setOffered({});
  };
  return (
    <Stack gap="xs">
      <JobInput form={form} name="title" placeholder={t('jobs.titlePlaceholder')} list={listId} />
      <datalist id={listId}>
        {commonTitles.map((title) => (
          <option key={title} value={title}>
            {title}
          </option>
        ))}
      </datalist>
      {Object.keys(offered).length > 0 ? (
        <Group gap="xs">
          <Text size="sm" c="dimmed" component="output">
            {t('jobs.detailsFromTitle', { details: labelsOf(offered) })}
          </Text>
          <Button variant="default" size="compact-sm" onClick={fillIn}>
            {t('jobs.fillIn')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}
