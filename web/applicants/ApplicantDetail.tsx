import { Anchor, Stack, Text } from '@mantine/core';
import * as format from '#shared/format.ts';
import { Facts } from '#web/jobs/Facts.tsx';
import { EmailText } from '#web/ui/EmailText.tsx';
import { PhoneLink } from '#web/ui/PhoneLink.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { words } from './applicant-columns.tsx';
import { ApplicantRating } from './ApplicantRating.tsx';
import { ApplicantTags } from './ApplicantTags.tsx';
import type { Applicant } from './queries.ts';

type Props = {
  jobId: string;
  applicant: Applicant;
  mayEdit: boolean;
  /** Opened in order to tag: the field of a new tag has the focus. */
  isTagging?: boolean;
};

/** Everything an employer may know of an applicant; whether 21 or over, never the birth date. */
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
          ['Phone', <PhoneLink key="phone" digits={phone} missing="n/a" />],
          [
            'Email',
            email ? (
              <Anchor key="email" size="sm" href={`mailto:${email}`}>
                <EmailText email={email} />
              </Anchor>
            ) : (
              'n/a'
            ),
          ],
          ['Address', place.filter(Boolean).join(', ') || 'n/a'],
          ['CDL', words.cdl(applicant)],
          ['Experience', words.experience(applicant)],
          ['Type of driving', words.driven(applicant)],
          ['Endorsements', words.endorsements(applicant)],
          ['Owner-operator', words.ownerOperator(applicant)],
          ['Age', words.age(applicant)],
          ['Distance', format.distance(applicant.distance)],
          ['Within range', words.withinRange(applicant)],
          ['Applied', <DateText key="applied" value={applicant.applicationAt} as="time" />],
        ]}
      />
    </Stack>
  );
}
