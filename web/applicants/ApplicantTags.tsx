import { Autocomplete, Button, Group, Pill } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { longestTag } from '#shared/tag.ts';
import { tagsQuery } from '#web/jobs/queries.ts';
import { useMe } from '#web/use-me.ts';
import { type Applicant, type TagChange, useChangeTags } from './queries.ts';

type Props = { jobId: string; applicant: Applicant; mayEdit: boolean; isTagging: boolean };

/** The company's own words on an applicant: add, take off, clean all. */
export function ApplicantTags({ jobId, applicant, mayEdit, isTagging }: Props) {
  const me = useMe();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isTagging) field.current?.focus();
  }, [isTagging]);
  const change = useChangeTags(jobId);
  const { data: known } = useQuery({ ...tagsQuery(), enabled: mayEdit && me.companyId !== null });
  const { tags } = applicant;
  const name = `${applicant.firstName} ${applicant.lastName}`;
  const send = (what: TagChange) => change.mutate(what);
  const add = (word: string) => {
    if (!word.trim()) return;
    send({ applicant, add: word.trim() });
    setText('');
  };
  const unused = (known ?? []).map((tag) => tag.text).filter((word) => !tags.some((tag) => tag.text === word));
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
        <form
          aria-label={`Add a tag to ${name}`}
          onSubmit={(event) => {
            event.preventDefault();
            add(text);
          }}
        >
          <Group gap="xs" wrap="nowrap">
            <Autocomplete
              ref={field}
              data-autofocus={isTagging || undefined}
              aria-label={`New tag for ${name}`}
              placeholder="New tag"
              size="xs"
              w="10rem"
              maxLength={longestTag}
              data={unused}
              value={text}
              onChange={setText}
              onOptionSubmit={add}
            />
            <Button type="submit" size="xs" variant="default" disabled={!text.trim()}>
              Add
            </Button>
            {tags.length > 1 ? (
              <Button size="xs" variant="subtle" color="gray" onClick={() => send({ applicant, cleanAll: true })}>
                Clean all
              </Button>
            ) : null}
          </Group>
        </form>
      ) : null}
    </Group>
  );
}
