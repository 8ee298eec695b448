import { Button, Group, Pill, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { applicantFields, applicantText, notAnsweredText as missingText } from '#shared/drivers/applicant-fields.ts';
import { jobQuery } from '#web/jobs/queries.ts';
import { TagInput } from '#web/jobs/TagInput.tsx';
import { t, writeText } from '#web/texts/app.ts';
import { DetailList } from '#web/ui/Section.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { textFields, ApplicantRating } from './applicant-columns.tsx';
import { type Applicant, type TagChange, useChangeTags } from './queries.ts';
import { ScreeningAnswers } from './ScreeningAnswers.tsx';

const missingLabel = writeText(missingText);

type DetailProps = {
  jobId: string;
  applicant: Applicant;
  mayEdit: boolean;
  /** Whether the drawer was opened to add a tag. If so, the tag field gets the focus. */
  isTagging?: boolean;
};

/** Everything that an employer may see about an applicant. It says whether they are 21 or older, never the birth date. */
export function ApplicantDetail({ jobId, applicant, mayEdit, isTagging = false }: DetailProps) {
  const { street1, street2, city, state, postalCode, message } = applicant;
  const addressParts = [[street1, street2].filter(Boolean).join(' '), city, [state, postalCode].filter(Boolean).join(' ')];
  return (
    <Stack gap="md" py="xs">
      <ApplicantRating jobId={jobId} applicant={applicant} mayEdit={mayEdit} />
      <ApplicantTags jobId={jobId} applicant={applicant} mayEdit={mayEdit} isTagging={isTagging} />
      {message ? (
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          “{message}”
        </Text>
      ) : null}
      <ScreeningAnswers applicant={applicant} />
      <DetailList
        cols={2}
        items={[
          [t('common.address'), addressParts.filter(Boolean).join(', ') || missingLabel],
          ...textFields.map(
            (field) => [writeText(applicantFields[field].label), applicantText(field, applicant[field], writeText)] as const,
          ),
          [t('common.applied'), <DateText key="applied" value={applicant.applicationAt} dateFormat="time" />],
        ]}
      />
    </Stack>
  );
}

type ApplicantTagsProps = { jobId: string; applicant: Applicant; mayEdit: boolean; isTagging: boolean };

/** The company's tags on an applicant: add one, remove one, remove all. */
function ApplicantTags({ jobId, applicant, mayEdit, isTagging }: ApplicantTagsProps) {
  const tagInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isTagging) tagInput.current?.focus();
  }, [isTagging]);
  const { data: job } = useQuery(jobQuery(jobId));
  const change = useChangeTags(jobId);
  const { tags } = applicant;
  const name = `${applicant.firstName} ${applicant.lastName}`;
  const send = (request: TagChange) => change.mutate(request);
  return (
    <Group gap="xs">
      {tags.map((tag) => (
        <Pill
          key={tag.id}
          size="md"
          withRemoveButton={mayEdit && !tag.id.startsWith('new:')}
          onRemove={() => send({ applicant, remove: tag })}
          removeButtonProps={{
            'aria-label': t('common.removeTag', { text: tag.text }),
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {tag.text}
        </Pill>
      ))}
      {mayEdit ? (
        <Group gap="xs" wrap="nowrap">
          <TagInput
            ref={tagInput}
            data-autofocus={isTagging || undefined}
            aria-label={t('applicants.newTagForApplicant', { name })}
            size="xs"
            w="10rem"
            companyId={job?.companyId}
            currentTags={tags.map((tag) => tag.text)}
            onAdd={(text) => send({ applicant, add: text })}
          />
          {tags.length > 1 ? (
            <Button size="xs" variant="subtle" color="gray" onClick={() => send({ applicant, cleanAll: true })}>
              {t('applicants.clearAllTags')}
            </Button>
          ) : null}
        </Group>
      ) : null}
    </Group>
  );
}
