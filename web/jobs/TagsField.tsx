import { Group, Pill, Stack } from '@mantine/core';
import { useState } from 'react';
import { jobFields } from '#shared/jobs/job-fields.ts';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';
import type { ContentValues } from './content-form.ts';
import { TagInput } from './TagInput.tsx';

type Props = { form: SchemaForm<ContentValues>; companyId: string };

/** The company's tags on the job that is entered. */
export function TagsField({ form, companyId }: Props) {
  const [tags, setTags] = useState(() => form.getValues().tags);
  form.watch('tags', ({ value }) => setTags(value));
  const change = (next: string[]) => form.setFieldValue('tags', next);
  return (
    <Stack gap="xs">
      <TagInput
        label={jobFields.tags.label}
        description="Use tags to group and find jobs. Hidden from drivers."
        maw="24rem"
        companyId={companyId}
        used={tags}
        error={form.errors['tags']}
        onAdd={(tag) => change([...tags, tag])}
      />
      {tags.length > 0 ? (
        <Group gap="xs">
          {tags.map((tag) => (
            <Pill
              key={tag}
              size="md"
              withRemoveButton
              onRemove={() => change(tags.filter((other) => other !== tag))}
              removeButtonProps={{ 'aria-label': `Remove tag ${tag}`, 'aria-hidden': false, tabIndex: 0 }}
            >
              {tag}
            </Pill>
          ))}
        </Group>
      ) : null}
    </Stack>
  );
}
