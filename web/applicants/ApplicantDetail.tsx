import { Anchor, Stack, Text, Button, Group, Pill } from '@mantine/core';
import { Facts } from '#web/ui/Facts.tsx';
import { EmailText, PhoneLink, DateText } from '#web/ui/Values.tsx';

import { applicantFields, applicantText, missing as missingText } from '#shared/drivers/applicant-fields.ts';
import { textFields } from './applicant-columns.tsx';
import { ApplicantRating } from './ApplicantRating.tsx';
import { type Applicant, type TagChange, useChangeTags } from './queries.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { jobQuery } from '#web/jobs/queries.ts';
import { TagInput } from '#web/jobs/TagInput.tsx';
import { t, writeText } from '#web/texts/app.ts';

const missing = writeText(missingText);

type Props = {
  jobId: string;
  applicant: Applicant;
  mayEdit: boolean;
  /** Opened to add a tag, so the tag field has the focus. */
  isTagging?: boolean;
};

/** Everything that an employer may know about an applicant: whether they are 21 or over, never the birth date. */
export function ApplicantDetail({ jobId, applicant, mayEdit, isTagging = false }: Props) {
  const { phone, email, street1, street2, city, state, postalCode, message } = applicant;
  const place = [[street1, street2].filter(Boolean).join(' '), city, [state, postalCode].filter(Boolean).join(' ')];
  return (
    <Stack gap="md" py="xs">
      <ApplicantRating jobId={jobId} applicant={applicant} mayEdit={mayEdit} />
      <ApplicantTags jobId={jobId} applicant={applicant} mayEdit={mayEdit} isTagging={isTagging} />
      {message ? (
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          “{message}”
        </Text>
      ) : null}
      <Facts
        cols={3}
        facts={[
          [t('common.phone'), <PhoneLink key="phone" digits={phone} missing={missing} />],
          [
            t('common.email'),
            email ? (
              <Anchor key="email" size="sm" href={`mailto:${email}`}>
                <EmailText email={email} />
              </Anchor>
            ) : (
              missing
            ),
          ],
          [t('common.address'), place.filter(Boolean).join(', ') || missing],
          ...textFields.map(
            (field) => [writeText(applicantFields[field].label), applicantText(field, applicant[field], writeText)] as const,
          ),
          [t('applicants.applied'), <DateText key="applied" value={applicant.applicationAt} as="time" />],
        ]}
      />
    </Stack>
  );
}

type ApplicantTagsProps = { jobId: string; applicant: Applicant; mayEdit: boolean; isTagging: boolean };

/** The company's tags on an applicant: add one, remove one, remove all. */
function ApplicantTags({ jobId, applicant, mayEdit, isTagging }: ApplicantTagsProps) {
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
          removeButtonProps={{
            'aria-label': t('applicants.removeTagText', { text: tag.text }),
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
            ref={field}
            data-autofocus={isTagging || undefined}
            aria-label={t('applicants.newTagForName', { name })}
            size="xs"
            w="10rem"
            companyId={job?.companyId}
            used={tags.map((tag) => tag.text)}
            onAdd={(text) => send({ applicant, add: text })}
          />
          {tags.length > 1 ? (
            <Button size="xs" variant="subtle" color="gray" onClick={() => send({ applicant, cleanAll: true })}>
              {t('applicants.cleanAll')}
            </Button>
          ) : null}
        </Group>
      ) : null}
    </Group>
  );
}
