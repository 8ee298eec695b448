import { Button, Group, Pill } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { jobQuery } from '#web/jobs/queries.ts';
import { TagInput } from '#web/jobs/TagInput.tsx';
import { type Applicant, type TagChange, useChangeTags } from './queries.ts';

type Props = { jobId: string; applicant: Applicant; mayEdit: boolean; isTagging: boolean };

/** The company's own words on an applicant: add, take off, clean all. */
export function ApplicantTags({ jobId, applicant, mayEdit, isTagging }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isTagging) field.current?.focus();
  }, [isTagging]);
  const { data: job } = useQuery(jobQuery(jobId));
  const change = useChangeTags(jobId);
  const { tags } = applicant;
  const name = `${applicant.firstName} ${applicant.lastName}`;
  const send = (what: TagChange) => change.mutate(what);
  return (
    <Group gap="xs">
      {tags.map((tag) => (
        <Pill
          key={tag.id}
          size="md"
          withRemoveButton={mayEdit && !tag.id.startsWith('new:')}
          onRemove={() => send({ applicant, remove: tag })}
          removeButtonProps={{ 'aria-label': `Remove tag ${tag.text}`, 'aria-hidden': false, tabIndex: 0 }}
        >
          {tag.text}
        </Pill>
      ))}
      {mayEdit ? (
        <Group gap="xs" wrap="nowrap">
          <TagInput
            ref={field}
            data-autofocus={isTagging || undefined}
            aria-label={`New tag for ${name}`}
            size="xs"
            w="10rem"
            companyId={job?.companyId}
            used={tags.map((tag) => tag.text)}
            onAdd={(text) => send({ applicant, add: text })}
          />
          {tags.length > 1 ? (
            <Button size="xs" variant="subtle" color="gray" onClick={() => send({ applicant, cleanAll: true })}>
              Clean all
            </Button>
          ) : null}
        </Group>
      ) : null}
    </Group>
  );
}
