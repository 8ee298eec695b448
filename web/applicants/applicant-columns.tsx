import { Anchor, Badge, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { endorsements, jobTypes, labelOf, options } from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import { EmailText, PhoneLink, DateText } from '#web/ui/Values.tsx';
import type { FilterOption, GridColumn } from '#web/ui/grid/columns.ts';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';

import type { Applicant } from './queries.ts';
import { Stars } from './ApplicantRating.tsx';
import { walkStop } from './use-walk.ts';

const missing = 'n/a';
const list = (codes: readonly string[], catalogue: typeof jobTypes | typeof endorsements) =>
  codes.map((code) => labelOf(catalogue, code)).join(', ') || missing;
const short = (codes: readonly string[], catalogue: typeof jobTypes | typeof endorsements) =>
  codes.length > 2 ? `${list(codes.slice(0, 2), catalogue)} +${codes.length - 2}` : list(codes, catalogue);
const yesNo = (value: boolean | null) => (value === null ? missing : value ? 'Yes' : 'No');

/** Texts of the specification for what an applicant did not say (`spec: work §3 Applicant`). */
export const words = {
  experience: ({ yearsOfExperience: years }: Applicant) => (years === null ? missing : format.count(years, 'year')),
  cdl: ({ cdlStatus }: Applicant) => cdlStatus ?? 'No CDL.',
  driven: ({ workExperiences }: Applicant) => list(workExperiences, jobTypes),
  endorsements: (applicant: Applicant) => list(applicant.endorsements, endorsements),
  ownerOperator: ({ ownerOperator }: Applicant) => yesNo(ownerOperator),
  /** For the table: the first two, and how many more. */
  drivenShort: ({ workExperiences: codes }: Applicant) => short(codes, jobTypes),
  endorsementsShort: ({ endorsements: codes }: Applicant) => short(codes, endorsements),
  withinRange: ({ withinRange }: Applicant) => yesNo(withinRange),
  age: ({ isOver21 }: Applicant) => (isOver21 === null ? missing : isOver21 ? '21 or over' : 'Under 21'),
  place: (applicant: Applicant) => format.cityState(applicant) || missing,
};

/** The screen that the columns stand on: a name is a link to the same screen with that applicant open. */
type Where = { jobId: string; search: GridSearch };

/** The columns of the specification; ids are the wire's fields, which sort and filter. A card leaves the rest to its details. */
export function applicantColumns(tags: readonly FilterOption[], at: Where): GridColumn<Applicant>[] {
  return [
    {
      id: 'applicant',
      header: 'Applicant',
      onCard: 'title',
      isSortable: true,
      filter: { kind: 'text' },
      cell: (applicant) => (
        <Anchor
          fw={600}
          size="sm"
          {...{ [walkStop]: applicant.id }}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/company/jobs/$id/detail"
              params={{ id: at.jobId }}
              search={{ ...at.search, applicant: applicant.id }}
              resetScroll={false}
            />
          )}
        >
          {format.fullName(applicant)}
        </Anchor>
      ),
    },
    {
      id: 'tag',
      header: 'Tags',
      filter: { kind: 'tag', options: tags },
      isEmpty: (applicant) => applicant.tags.length === 0,
      cell: (applicant) => <Tags applicant={applicant} />,
    },
    {
      id: 'rating',
      header: 'Rating',
      isShort: true,
      isSortable: true,
      filter: { kind: 'number' },
      isEmpty: ({ rating }) => rating === null,
      cell: ({ rating }) => <Stars rating={rating} />,
    },
    {
      id: 'application_at',
      header: 'Applied',
      isSortable: true,
      filter: { kind: 'date', halfRange: 'now' },
      cell: ({ applicationAt }) => <DateText value={applicationAt} />,
    },
    {
      id: 'distance',
      header: 'Distance',
      isShort: true,
      isSortable: true,
      filter: { kind: 'number' },
      cell: ({ distance }) => format.distance(distance),
    },
    {
      id: 'years_of_experience',
      header: 'Experience',
      isShort: true,
      isSortable: true,
      filter: { kind: 'number' },
      cell: words.experience,
    },
    { id: 'cdl', header: 'CDL', isShort: true, cell: words.cdl },
    {
      id: 'job_type',
      header: 'Type of driving',
      isExtra: true,
      isShort: true,
      onCard: 'hidden',
      filter: { kind: 'enum', options: options(jobTypes) },
      cell: words.drivenShort,
    },
    {
      id: 'endorsements',
      header: 'Endorsements',
      isExtra: true,
      isShort: true,
      onCard: 'hidden',
      filter: { kind: 'enum', options: options(endorsements) },
      cell: words.endorsementsShort,
    },
    {
      id: 'within_range',
      header: 'Within range',
      isExtra: true,
      onCard: 'hidden',
      isSortable: true,
      filter: { kind: 'flag' },
      cell: words.withinRange,
    },
    {
      id: 'owner_operator',
      header: 'Owner-operator',
      isExtra: true,
      onCard: 'hidden',
      isSortable: true,
      filter: { kind: 'flag' },
      cell: words.ownerOperator,
    },
    { id: 'phone', header: 'Phone', isShort: true, cell: ({ phone }) => <PhoneLink digits={phone} missing={missing} /> },
    {
      id: 'email',
      header: 'Email',
      isExtra: true,
      isLong: true,
      onCard: 'hidden',
      cell: ({ email }) => (email ? <EmailText email={email} isOnOneLine /> : missing),
    },
    { id: 'place', header: 'Home', isShort: true, isExtra: true, cell: words.place },
  ];
}

function Tags({ applicant: { tags } }: { applicant: Applicant }) {
  if (tags.length === 0) return '-';
  return (
    <Group gap={4} component="span">
      {tags.map((tag) => (
        <Badge key={tag.id} component="span" variant="default" tt="none" fw={500} miw="max-content">
          {tag.text}
        </Badge>
      ))}
    </Group>
  );
}
