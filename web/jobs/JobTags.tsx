import { Group, Pill, Stack, Text } from '@mantine/core';
import { errorText } from '#web/errors.ts';
import { toast } from '#web/ui/toast.ts';
import { type JobDetail, useTagJob, useUntagJob } from './queries.ts';
import { TagInput } from './TagInput.tsx';

/** The company's own words on a job, to find it again. */
export function JobTags({ job, mayEdit }: { job: JobDetail; mayEdit: boolean }) {
  const add = useTagJob();
  const remove = useUntagJob();
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
        <TagInput
          aria-label="New tag"
          size="sm"
          companyId={job.companyId}
          used={job.tags.map((tag) => tag.text)}
          disabled={add.isPending}
          error={add.error ? errorText(add.error) : null}
          onAdd={(text) => add.mutate({ id: job.id, text })}
        />
      ) : null}
    </Stack>
  );
}
