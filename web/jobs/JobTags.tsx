import { Button, Group, Pill, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { longestTag } from '#shared/tag.ts';
import { errorText } from '#web/errors.ts';
import { toast } from '#web/ui/toast.ts';
import { type JobDetail, useTagJob, useUntagJob } from './queries.ts';

/** The company's own words on a job, to find it again. */
export function JobTags({ job, mayEdit }: { job: JobDetail; mayEdit: boolean }) {
  const [text, setText] = useState('');
  const add = useTagJob();
  const remove = useUntagJob();
  const send = async () => {
    const word = text.trim();
    if (!word) return;
    await add.mutateAsync({ id: job.id, text: word });
    setText('');
  };
  return (
    <Stack gap="sm">
      {job.tags.length > 0 ? (
        <Group gap="xs">
          {job.tags.map((tag) => (
            <Pill
              key={tag.id}
              size="md"
              withRemoveButton={mayEdit}
              disabled={remove.isPending}
              onRemove={() => remove.mutate({ id: tag.id, jobId: job.id }, { onError: (error) => toast.error(error) })}
              removeButtonProps={{ 'aria-label': `Remove tag ${tag.text}`, 'aria-hidden': false, tabIndex: 0 }}
            >
              {tag.text}
            </Pill>
          ))}
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          No tags yet.
        </Text>
      )}
      {mayEdit ? (
        <form
          aria-label="Add a tag"
          onSubmit={(event) => {
            event.preventDefault();
            void send().catch(() => null);
          }}
        >
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              aria-label="New tag"
              placeholder="New tag"
              size="sm"
              flex={1}
              maxLength={longestTag}
              value={text}
              error={add.error ? errorText(add.error) : null}
              onChange={(event) => {
                add.reset();
                setText(event.currentTarget.value);
              }}
            />
            <Button type="submit" size="sm" variant="default" loading={add.isPending} disabled={!text.trim()}>
              Add
            </Button>
          </Group>
        </form>
      ) : null}
    </Stack>
  );
}
